import type { Language } from "./language.ts";

export const en: Language = {
  name: "English",
  code: "en",
  common:
    "the and for with from to of in on is are we our please budget flight audience campaign objective market markets channels run runs want would like this that hi hello thanks total all only goal brand client advertiser website dates most rest starting ending",
  no: "no|nobody (?:wants|needs|likes)|without|nor|neither|zero|minus|w/o",
  not: "not|never|don['’]?t|do not|doesn['’]?t|won['’]?t|cannot|can['’]?t|isn['’]t|aren['’]t|shouldn['’]t|mustn['’]t|nothing|none|hardly",
  exclude:
    "exclud(?:e|es|ed|ing)|exclusions?|except(?:ing|ion of)?|(?:apart|aside) from|other than|(?:anything|everything|all) (?:but|bar)|pass(?:ing)? on|ex\\.?|excl\\.?|leav(?:e|ing) out|ditch(?:ing)?|spare us|cut out|drop(?:ping|ped)?|skip(?:ping)?|avoid(?:ing)?|(?:keep|stay)(?:ing)? (?:us |it |them )?(?:clear |away |well )*(?:off|out of|from|clear of)|rul(?:e|es|ed|ing) out|block(?:ed|ing|list(?:ed)?)?|banned|forbidden|off[- ]limits|steer clear of|instead of|rather than|nothing (?:on|in|at|from|with|to do with)|not (?:on|in|at|with|via|for|near|next to|around)|outside(?: of)?|do not (?:buy|book|plan|use|include|want|run|show)(?: (?:on|in|at|from|with|any))?|don['’]?t (?:buy|book|plan|use|include|want|run|show)(?: (?:on|in|at|from|with|any|to (?:be|run|appear) (?:on|in)))?",
  excluded:
    "(?:is|are|was|were|will be|gets?|being|stays?|remains?|['’]s)(?: \\w+){0,2} (?:handled|covered|managed|bought|planned|booked|run|served|taken care of|done|dropped|cancell?ed|excluded|banned|blocked|forbidden|ruled out|left out|off the (?:table|list|plan)|out of (?:scope|the question)|out|off|a no-?go|taboo|unwanted|avoided|on hold)|sits? (?:with|elsewhere)|lies? with|belongs? to|(?:runs?|lives?|happens?|goes) (?:elsewhere|separately|through|via|with)|(?:must|should|has to|have to|needs? to|to|can|shall|will) (?:be )?(?:avoided|excluded|left out|dropped|stay out)|(?:is|are|was|were|will|would|should|must|can|may|do|does|did)(?:n['’]t| not| never)(?: \\w+){0,4}|(?:leave|keep|take|cut|strike|kick) (?:it|them|both|that|those|these|this|all of (?:it|them|that)) (?:out|off|away)|(?:do not|don['’]?t|never)(?: \\w+){0,3} (?:it|them|both|that|those|these|any(?: of (?:it|them))?|either|there)|(?:skip|drop|exclude|avoid|omit|forget|ignore) (?:it|them|both|that|those|these)|neither(?: of (?:them|these|those))?|not (?:this time|in scope|wanted|needed|part of|for us|on the plan|an option)|no,? thanks|we(?:['’]ll)? (?:pass|skip)|we can do without|does not fit|can wait|off the table|: leave out",
  apart:
    "(?:leav|keep|strik|kick|tak|cut|rul|count)\\p{L}*(?: [\\p{L}-]+,?){0,4} … (?:out(?! of home)|off the (?:plan|list|table))",
  harmless:
    "no (?:single |one )?(?:seller|publisher|vendor|partner|supplier)s?|(?:no|not) (?:more|less|fewer|later|earlier|higher|lower|over|below|above|under|only|just) (?:than)?|not only|not to exceed|(?:should |must |may )?not (?:to )?exceed(?:ing)?|not an issue|no (?:issue|problem|rush|worries|hurry|questions?|user|person|one|individual)|nobody (?:under|younger|below|may|should|sees)|(?:must |should |may )?not be (?:shown|seen|served)(?: to| by)?|not ask|no domain|do not hesitate|don['’]?t hesitate|if not|whether or not|why not|not yet|not sure|no changes?|last but not least|excl(?:uding|\\.)? (?:VAT|tax(?:es)?|fees?)|without (?:VAT|tax(?:es)?)|no-?one",
  turns: "but|only|instead|rather|however|yet|just",
  glue: "and|or|nor|neither|the|a|an|any|also|as well as|plus|of|in|on|for|via|both|all|some|paid|ads?|advertising|placements?|campaigns?|media|sites?|content|parts? of|northern|southern|and/or|at|with|people in|users in|publisher|seller|vendor|either|anything(?: to do with)?|everything",
  channels: {
    ctv: "CTV|connected[ -]tv|smart[ -]tv|OTT|V?VOD|S?VOD|AVOD|BVOD|FAST channels?|Netflix|Hulu|Disney ?\\+|Roku|Prime Video|streaming tv|tv streaming|addressable tv",
    linear_tv: "linear[ _-]?tv|broadcast tv|linear television|tv spots?|TVC",
    olv: "OLV|online[ -]?videos?|web[ -]video|digital video|pre-?rolls?|YouTube|in-?stream video|out-?stream",
    influencer: "influencers?|creators?",
    retail_media: "retail[ _-]?media|Amazon Ads",
    streaming_audio:
      "(?:streaming|digital|online|programmatic)[ _-]?audio|audio[ -]streaming|streaming[ _]audio|Spotify|Deezer|SoundCloud",
    podcast: "podcasts?|podcasting",
    radio: "radio(?: spots?| ads?)?",
    dooh: "DOOH|digital[ -]out[ -]of[ -]home|digital (?:OOH|billboards?|screens?|posters?|signage)",
    ooh: "out[ -]of[ -]home|OOH|billboards?|posters?|outdoor",
    social:
      "(?:paid )?social(?: media| ads?)?|Instagram|Facebook|Meta|TikTok|LinkedIn|Snapchat|Pinterest|Reddit|X/Twitter",
    search: "(?:paid )?search(?: ads?| advertising|)|SEA|PPC|Google Ads|Bing Ads",
    display: "display(?: ads?| banners?| advertising)?|banners?|MPUs?|leaderboards?",
    print: "print(?: ads?)?|newspapers?|magazines?|press ads?",
    cinema: "cinemas?|movie theat(?:er|re)s?",
    email: "e-?mail(?:s|ings?| marketing)?(?! ?address)(?!:)|newsletters?",
    gaming: "gaming|in-game(?: ads?)?|Twitch|Roblox",
    affiliate: "affiliates?(?: marketing)?",
    product_placement: "product placements?",
    sponsored_intelligence: "sponsored intelligence|AI assistants?",
    tv: "TV|television",
    video: "videos?",
    audio: "audio",
  },
  objectives: {
    awareness: "(?:brand |product )?awareness|visibility|brand building|get known",
    consideration:
      "consideration|(?:website |site |web )?traffic(?: to the (?:web)?site)?|site visits|engagement|clicks? to (?:the )?(?:site|website|page)",
    conversion:
      "conversions?|leads?|lead[ -]gen(?:eration)?|sign-?ups?|registrations|(?:app )?installs|purchases|(?:online )?sales|drive sales|bookings|performance campaign",
  },
  devices: {
    mobile: "mobiles?(?: phones?| devices?)?|smartphones?|phones only",
    desktop: "desktops?|laptops?",
    tablet: "tablets?",
  },
  content:
    "gambling|betting|casinos?|alcohol|tobacco|vaping|drugs?|politics|political(?: content| ads?| news)?|elections?|religion|religious content|violence|violent content|crash footage|accidents?|disasters?|tragedy|war|terrorism|adult content|pornography|porn|sexual content|news(?: sites?| content)?|user[- ]generated content|UGC|kids['’]? content|children['’]?s? (?:content|programmes?|programming|shows)|crypto(?:currenc(?:y|ies))?|weapons?|guns|hate speech|fake news|tabloids?|clickbait|dating sites?|made[- ]for[- ]advertising(?: sites)?|MFA sites",
  sellers: "sellers?|publishers?|vendors?|partners?|suppliers?|networks?|sites?",
  women: "women|females?|mums|mothers",
  men: "men|males?|dads|fathers",
  aged: "aged?|ages|between|years?|from|only",
  to: "to|and|through",
  years: "years?(?: old| of age)?|y/?o|yrs?",
  only: "only|exclusively|just|solely",
  minimumAge:
    "(?:under|below|younger than|less than) N(?: years?(?: of age| old)?)?|under-N s?|minimum (?:legal )?age(?: of| is)?:? N|legal age(?: is)?:? N",
  olderThan: "N ?\\+|N (?:and|or) (?:over|older|above)|over N|aged N and over",
  hour: "",
  weekend: "weekends?",
  weekdaysWord: "weekdays|working days",
  region: "regions?|states?|provinces?|areas?|nations?|counties",
  language: "languages?|speaking",
  courtesy:
    "hi|hello|hey|hey there|dear|good (?:morning|afternoon|day)|morning|cheers|best|kind regards|best regards|regards|thanks|thank you|many thanks|sincerely|best wishes|talk soon|hi team|all|team|campaign brief|brief|item|value|notes",
};
