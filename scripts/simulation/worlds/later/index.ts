import type { Kind } from "../world.ts";
import { kinds as all_learn_at_first } from "./all-learn-at-first.ts";
import { kinds as auctions_get_dearer } from "./auctions-get-dearer.ts";
import { kinds as brand_builds_up } from "./brand-builds-up.ts";
import { kinds as crash_behind_slow_credit } from "./crash-behind-slow-credit.ts";
import { kinds as creatives_worn_and_renewed } from "./creatives-worn-and-renewed.ts";
import { kinds as credit_comes_in_time } from "./credit-comes-in-time.ts";
import { kinds as down_for_days_then_back } from "./down-for-days-then-back.ts";
import { kinds as drop_among_stiff_sellers } from "./drop-among-stiff-sellers.ts";
import { kinds as every_line_an_s } from "./every-line-an-s.ts";
import { kinds as few_sales_all_alike } from "./few-sales-all-alike.ts";
import { kinds as filtered_after_a_week } from "./filtered-after-a-week.ts";
import { kinds as giant_that_boasts } from "./giant-that-boasts.ts";
import { kinds as good_line_out_of_stock } from "./good-line-out-of-stock.ts";
import { kinds as late_and_patchy_books } from "./late-and-patchy-books.ts";
import { kinds as launches_one_by_one } from "./launches-one-by-one.ts";
import { kinds as mild_gaps_stiff_sellers } from "./mild-gaps-stiff-sellers.ts";
import { kinds as one_line_starved } from "./one-line-starved.ts";
import { kinds as one_tide_lifts_all } from "./one-tide-lifts-all.ts";
import { kinds as rival_claims } from "./rival-claims.ts";
import { kinds as rival_sale_in_the_auctions } from "./rival-sale-in-the-auctions.ts";
import { kinds as same_ceiling_everywhere } from "./same-ceiling-everywhere.ts";
import { kinds as same_people_twice } from "./same-people-twice.ts";
import { kinds as seller_goes_dark } from "./seller-goes-dark.ts";
import { kinds as site_dies_over_days } from "./site-dies-over-days.ts";
import { kinds as sprint_of_two_weeks } from "./sprint-of-two-weeks.ts";
import { kinds as star_falls_in_totals } from "./star-falls-in-totals.ts";
import { kinds as tags_down_some_days } from "./tags-down-some-days.ts";
import { kinds as tail_under_its_minimum } from "./tail-under-its-minimum.ts";
import { kinds as twins_one_in_luck } from "./twins-one-in-luck.ts";
import { kinds as two_foreign_currencies } from "./two-foreign-currencies.ts";
import { kinds as weekdays_at_odds } from "./weekdays-at-odds.ts";
import { kinds as winner_told_on_mondays } from "./winner-told-on-mondays.ts";
export const kinds: readonly Kind[] = [
  ...all_learn_at_first,
  ...auctions_get_dearer,
  ...brand_builds_up,
  ...crash_behind_slow_credit,
  ...creatives_worn_and_renewed,
  ...credit_comes_in_time,
  ...down_for_days_then_back,
  ...drop_among_stiff_sellers,
  ...every_line_an_s,
  ...few_sales_all_alike,
  ...filtered_after_a_week,
  ...giant_that_boasts,
  ...good_line_out_of_stock,
  ...late_and_patchy_books,
  ...launches_one_by_one,
  ...mild_gaps_stiff_sellers,
  ...one_line_starved,
  ...one_tide_lifts_all,
  ...rival_claims,
  ...rival_sale_in_the_auctions,
  ...same_ceiling_everywhere,
  ...same_people_twice,
  ...seller_goes_dark,
  ...site_dies_over_days,
  ...sprint_of_two_weeks,
  ...star_falls_in_totals,
  ...tags_down_some_days,
  ...tail_under_its_minimum,
  ...twins_one_in_luck,
  ...two_foreign_currencies,
  ...weekdays_at_odds,
  ...winner_told_on_mondays,
];
