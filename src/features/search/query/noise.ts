import type { QueryWord } from './tokens.ts'

/** Words around a part number that say nothing about the part: 'P/N: P551712, qty 2'. */
const noiseWords: ReadonlySet<string> = new Set(
  `pn ref oem no nr num art artikel article code cod sku item order stock available availability each pc pcs pce piece pieces stk szt off x qty quantity set`.split(
    /\s+/,
  ),
)
const quantityWord = /^(?:\d{1,2}|x\d{1,3}|\d{1,3}(?:x|off|pcs|pc|stk|szt))$/
/** Words that tell no product from another. 'New' is still found within a name, such as New Holland. */
const emptyWords: ReadonlySet<string> = new Set(
  'new neu nuevo nouveau nowy genuine original originale oem used urgent asap near'.split(' '),
)

/** Whether the word never decides what is found. `isBesideNumber`: a part number is known, so quantities are none. */
export function isNoise({ word }: QueryWord, isBesideNumber: boolean): boolean {
  if (stopWords.has(word) || emptyWords.has(word)) return true
  return isBesideNumber && (noiseWords.has(word) || word.length === 1 || quantityWord.test(word))
}

/** Whether the word is one of 'in stock'; 'in' alone is a part of 'in-line'. */
export function isOfInStock(words: readonly QueryWord[], at: number): boolean {
  const isAt = (position: number) => words[position]?.word === 'in' && words[position + 1]?.word === 'stock'
  return isAt(at) || isAt(at - 1)
}

const quantityMarks: ReadonlySet<string> = new Set(
  'x qty quantity pcs off menge cantidad quantite ilosc'.split(' '),
)

/** Whether the word is a number of pieces: '100' of 'x 100' and of '100 off'. `before`, `after`: its neighbours. */
export function isQuantity(word: QueryWord, before: QueryWord | undefined, after: QueryWord | undefined) {
  const isMarked = [before, after].some(one => one !== undefined && quantityMarks.has(one.word))
  return isMarked && /^\d{1,4}$/.test(word.word) && !word.isJoined
}

// R-LEARN-2. No word of a type's name ('spin-on', 'in-line', 'by-pass'), of a make ('New Holland') or of a measure ('od') is a stop word.
const english = `a an the and or for of to with from at as that this these those it its is are be do does have has
  i me my we us our you your need needs want wants require required looking look find get got please pls plz thanks hi hello
  can could would will what whats which where who how much many some any there s
  replace replaces replacing replaced replacement replacements equivalent equivalents alternative alternatives instead
  fit fits fitting suit suits suitable compatible part parts number numbers buy price cost`

const german = `der die das den dem des ein eine einen einem einer eines und oder fur fuer mit von vom zu zum zur im am auf aus bei
  ich wir brauche brauchen suche suchen mochte moechte bitte hallo was welche welcher welches welchen wer wie viel ist sind
  mein meine meinen meinem meiner unser unsere passt passend passende passender passendes ersetzt ersetzen ersatz statt anstatt
  nummer teilenummer teil`

const french = `le la les l un une de du des d et ou a au aux pour avec sur dans par en mon ma mes notre ce cet cette est sont
  je j cherche chercher veux voudrais besoin il faut qui que qu quel quelle quels quelles svp merci bonjour
  remplace remplacer remplacement equivalent equivalente reference numero piece`

const spanish = `el la los las un una unos unas de del al y para con por en mi mis su es son que cual cuales
  necesito quiero busco buscar hola gracias favor reemplaza reemplazo sustituye sustituto equivalente numero pieza
  repuesto recambio`

const polish = `do dla na z ze i w we u po oraz lub albo to jest sa co jaki jaka jakie moj moja moje mojego mojej
  potrzebuje szukam chce kupie prosze dzien dobry zamiennik zamiast zastepuje pasuje pasujacy numer czesc czesci`

/** Words that never decide what a question finds, as the tokenizer writes them: lower case, without accents. */
export const stopWords: ReadonlySet<string> = new Set(
  [english, german, french, spanish, polish].flatMap(words => words.split(/\s+/)),
)
