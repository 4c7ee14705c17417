/** How a word beside a number bears on it. */
const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** 'please send 4 LF9009 for Monday': a number beside one of these is a count. */
const requestWords = toSet(
  `please pls plz send order ordering need needs want require required supply quote get have has take bring book add buy
  i we us me you can could would like and plus also another more just only too also the of my our your this these them hi hello
  dear bitte brauche benötige bestelle wir ich und je danke svp merci et por favor y tack och proszę oraz`,
)
/** 'LF9009 4 for Monday': what may follow a count. */
const followWords = toSet(
  `for in on asap urgent urgently today tomorrow monday tuesday wednesday thursday friday next this please pls plz thanks
  thank ta cheers regards danke merci gracias tack by before until`,
)
/** Words of a filter's description: 'LF9009 oil filter 2'. */
const descriptionWord =
  /filter|filtr|^(?:oil|air|fuel|water|engine|hydraulic|transmission|cabin|coolant|diesel|breather|separator|strainer|dryer|element|cartridge|elements|seal|seals|sealing|ring|rings|o-ring|gasket|gaskets|kit|kits|spin-?on|primary|secondary|inner|outer|safety|main|pre|return|suction|pressure|pilot|service|genuine|original|new|pump|housing|cap|part|parts|items?|assy|assembly|drum|yellow|red|blue|black|green|white|one|ones)$/i

/** 'Fleet 24', 'Line 10', 'Tier 4': the number behind one of these says which, not how many. */
const referenceWords = toSet(
  `fleet line item pos position row job po ref reference machine unit bay page invoice inv account acc tel telephone phone
  mob mobile fax week wk depot site van truck lorry digger excavator tractor loader dumper roller telehandler forklift
  generator plant asset reg registration serial sn s/n vin pin chassis tier stage type size model mk mark series class
  grade phase step fig figure version ver rev room floor section zone area gate quote quotation ticket req requisition
  contract project note customer by before after until till at code sku category cat year number no nr num nos id total
  subtotal maschine zeile machines`,
)
/** 'Part no 551712', 'Ref: 551712': what follows these is a part number when it is as long as one. */
const partNumberWords = toSet(
  'part product item article code sku stock filter ref reference oem catalogue p pn',
)

export const isReferenceWord = (text: string): boolean => referenceWords.has(text.toLowerCase())
export const isPartNumberWord = (text: string): boolean => partNumberWords.has(text.toLowerCase())
export const isNumberWord = (text: string): boolean => /^(?:no|nr|num|number|nos|id)$/i.test(text)

/** Words in the place of a count: 'two', 'tbc', 'II'. How many they are has to be queried. */
const countWord =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|couple|twice|double|triple|half|several|few|some|score|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|dutzend|deux|trois|quatre|cinq|huit|neuf|dix|douze|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|docena|två|tre|fyra|fem|sju|åtta|nio|tio|dwa|dwie|trzy|cztery|pięć|sześć|siedem|osiem|dziesięć|tbc|tba|tbd|same|ditto|dto|["”″]|none|nil|null|nan|zero|n\/a|\?+|ii|iii|iv|vi|vii|viii)$/i
/** How many pieces '2 boxes' are has to be queried. */
const packWord =
  /^(?:box|boxes|bx|packs?|pks?|pkts?|packets?|cases?|cartons?|ctns?|trays?|bags?|pairs?|dozens?|doz|gross|pallets?|rolls?|reels?|lots?)$/i

/** '12-pack', 'PK10' */
const packCount =
  /^(?:\d+-?(?:packs?|pks?|pkts?|box|boxes|pairs?|dozen|doz)|(?:packs?|pk|pkt|box|bx|ctn)-?\d+)$/i

export const isPackCount = (text: string): boolean => packCount.test(text)
/** With a count on a line of its own it says how many of all parts: '2 of each', '3 sets of these'. */
const allWord =
  /^(?:each|ea|every|all|both|everything|sets?|kits?|these|those|them|following|below|above|machines?|vehicles?|trucks?|jeweils|je|chaque|cada)$/i
/** Beside a part it may not be wanted. */
const cancelWord =
  /^(?:cancel(?:led|s|ling)?|canceled|deleted?|removed?|except|excluding|without|storniert|annul[ée]e?s?)$/i

export const isAllWord = (text: string): boolean => allWord.test(text)
export const isCancelWord = (text: string): boolean => cancelWord.test(text)
export const isCountWord = (text: string): boolean => countWord.test(text)
export const isPackWord = (text: string): boolean => packWord.test(text)
export const isDescriptionWord = (text: string): boolean => descriptionWord.test(text)
/** A word beside which a number is a count. */
export const isPlainWord = (text: string): boolean =>
  requestWords.has(text.toLowerCase()) || isDescriptionWord(text)
/** 'send', 'please', 'for': what may stand before a count. */
export const isRequestWord = (text: string): boolean => requestWords.has(text.toLowerCase())

// Short words beside a number may belong to it ('LF 9009'); these never do.
const fillerWords = toSet(
  `a an and as at asap by cab air fan for from fuel in kit my new no nr of off oil old on or our p/n part per pls pn ref set
  the to urg via with your qty pcs`,
)

export const isFollowWord = (text: string): boolean => followWords.has(text.toLowerCase())

/** Whether a word beside a part number surely does not belong to it. */
export const isSeparate = (text: string | undefined): boolean =>
  text === undefined || /^\p{L}{4,}$/u.test(text) || fillerWords.has(text.toLowerCase()) || isPlainWord(text)
