import type { Kind } from "../world.ts";
import { kinds as best_is_sold_out } from "./best-is-sold-out.ts";
import { kinds as breaks_on_the_sale_day } from "./breaks-on-the-sale-day.ts";
import { kinds as buys_in_bursts } from "./buys-in-bursts.ts";
import { kinds as channels_swing_together } from "./channels-swing-together.ts";
import { kinds as claims_creep_up } from "./claims-creep-up.ts";
import { kinds as comes_back_for_three_days } from "./comes-back-for-three-days.ts";
import { kinds as days_cut_elsewhere } from "./days-cut-elsewhere.ts";
import { kinds as days_never_told } from "./days-never-told.ts";
import { kinds as dear_december } from "./dear-december.ts";
import { kinds as forecast_too_straight } from "./forecast-too-straight.ts";
import { kinds as fourteen_small_lots } from "./fourteen-small-lots.ts";
import { kinds as gone_before_it_is_told } from "./gone-before-it-is-told.ts";
import { kinds as goods_sent_back } from "./goods-sent-back.ts";
import { kinds as half_of_every_wish } from "./half-of-every-wish.ts";
import { kinds as held_until_half_time } from "./held-until-half-time.ts";
import { kinds as hoards_for_the_end } from "./hoards-for-the-end.ts";
import { kinds as ladder_of_worth } from "./ladder-of-worth.ts";
import { kinds as large_account_slight_gaps } from "./large-account-slight-gaps.ts";
import { kinds as leaks_away } from "./leaks-away.ts";
import { kinds as modelled_by_its_seller } from "./modelled-by-its-seller.ts";
import { kinds as office_and_leisure } from "./office-and-leisure.ts";
import { kinds as one_channel_overrated } from "./one-channel-overrated.ts";
import { kinds as panel_once_a_week } from "./panel-once-a-week.ts";
import { kinds as patchwork_of_reports } from "./patchwork-of-reports.ts";
import { kinds as payday_bulge } from "./payday-bulge.ts";
import { kinds as prices_change_hands } from "./prices-change-hands.ts";
import { kinds as public_smaller_than_told } from "./public-smaller-than-told.ts";
import { kinds as sales_ripen_slowly } from "./sales-ripen-slowly.ts";
import { kinds as same_people_again } from "./same-people-again.ts";
import { kinds as screens_go_dark } from "./screens-go-dark.ts";
import { kinds as short_of_room_from_the_start } from "./short-of-room-from-the-start.ts";
import { kinds as slow_starters_win } from "./slow-starters-win.ts";
import { kinds as slow_to_every_wish } from "./slow-to-every-wish.ts";
import { kinds as small_account_one_winner } from "./small-account-one-winner.ts";
import { kinds as sold_in_blocks } from "./sold-in-blocks.ts";
import { kinds as spends_fast_at_first } from "./spends-fast-at-first.ts";
import { kinds as swap_at_half_time } from "./swap-at-half-time.ts";
import { kinds as wakes_with_more_money } from "./wakes-with-more-money.ts";
import { kinds as weekly_letter_hides_it } from "./weekly-letter-hides-it.ts";
import { kinds as winner_ripens_late } from "./winner-ripens-late.ts";
import { kinds as words_against_worth } from "./words-against-worth.ts";
import { kinds as yesterday_twice } from "./yesterday-twice.ts";
export const kinds: readonly Kind[] = [
  ...best_is_sold_out,
  ...breaks_on_the_sale_day,
  ...buys_in_bursts,
  ...channels_swing_together,
  ...claims_creep_up,
  ...comes_back_for_three_days,
  ...days_cut_elsewhere,
  ...days_never_told,
  ...dear_december,
  ...forecast_too_straight,
  ...fourteen_small_lots,
  ...gone_before_it_is_told,
  ...goods_sent_back,
  ...half_of_every_wish,
  ...held_until_half_time,
  ...hoards_for_the_end,
  ...ladder_of_worth,
  ...large_account_slight_gaps,
  ...leaks_away,
  ...modelled_by_its_seller,
  ...office_and_leisure,
  ...one_channel_overrated,
  ...panel_once_a_week,
  ...patchwork_of_reports,
  ...payday_bulge,
  ...prices_change_hands,
  ...public_smaller_than_told,
  ...sales_ripen_slowly,
  ...same_people_again,
  ...screens_go_dark,
  ...short_of_room_from_the_start,
  ...slow_starters_win,
  ...slow_to_every_wish,
  ...small_account_one_winner,
  ...sold_in_blocks,
  ...spends_fast_at_first,
  ...swap_at_half_time,
  ...wakes_with_more_money,
  ...weekly_letter_hides_it,
  ...winner_ripens_late,
  ...words_against_worth,
  ...yesterday_twice,
];
