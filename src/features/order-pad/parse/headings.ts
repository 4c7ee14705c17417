import { toCodeKey } from '../../../lib/part-number.ts'
import type { FindProductIds } from './line-tokens.ts'
import type { SourceRow } from './source-rows.ts'

/**
 * What a column holds by its heading. `quantity` does not say of what; `ordered`, `delivered` and `outstanding` do. `count`:
 * 'No.' or 'Amount', which head quantities, numbering and money alike. `otherQuantity`: another one, 'Qty per box'. `other`: surely
 * none. `unknown`: words that say neither, 'Depot': what they head has to be queried before it is a quantity.
 */
export type HeadingRole =
  | 'part'
  | 'quantity'
  | 'ordered'
  | 'delivered'
  | 'outstanding'
  | 'unit'
  | 'count'
  | 'numbering'
  | 'otherQuantity'
  | 'other'
  | 'unknown'

export interface Heading {
  /** Null: there is none. */
  role: HeadingRole | null
  /** Written in a language in which '1,000' is one. */
  isContinental: boolean
}

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

// Without accents. English, then German, French, Spanish, Portuguese, Italian, Dutch, Swedish, Danish, Norwegian, Polish,
// Czech, Finnish.
const englishQuantities = toSet('q qt qty qtys quantity quantities qnty quant pcs pc piece pieces pces units')
const foreignQuantities = toSet(
  `menge mengen anzahl stuck stucke stueck stuckzahl stk stck bestellmenge liefermenge qte quantite quantites nombre
  cantidad cantidades cant uds unidades piezas qtd qtde quantidade quantita qta pezzi pz aantal hoeveelheid stuks antal
  kvantitet mangd maengde antall ilosc szt sztuk sztuki mnozstvi pocet ks maara kpl`,
)
const orderedWords = toSet(
  `ordered ord order orders ordering required require req reqd requested wanted want needed need demand buy purchase qto
  confirmed approved agreed
  bestellt bestellte bestellung bestellmenge benotigt bedarf commande commandee commandes demande demandee pedido pedida
  solicitado solicitada ordinato ordinata besteld bestelling bestallt bestallda bestilt zamowiono zamowione zamowiona
  zamowienie`,
)
const deliveredWords = toSet(
  `delivered deliver dlvd supplied shipped despatched sent received recd rcvd picked invoiced fulfilled
  geliefert gelieferte liefermenge livre livree livrees expedie expediee recu recue entregado entregada enviado enviada
  recibido recibida consegnato consegnata spedito geleverd levererat levererad levererade leveret levert dostarczono
  dostarczone dostarczona wyslano wydano`,
)
const outstandingWords = toSet(
  `outstanding follow backorder backordered bo remaining remainder balance due open short shortage missing cancelled
  returned rejected damaged offen offene ruckstand restmenge reste restant reliquat pendiente pendientes resto
  restnoterat brakuje pozostalo`,
)
const partWords = toSet(
  `part parts partno pn mpn oem sku code codes product products article articles filter filters catalogue manufacturer
  mfr supplier artikel artikelnummer artikelnr artnr teil teilenummer teilenr sachnummer bestellnummer ersatzteil
  referenz piece reference ref refs referencia articulo codigo pieza producto codice articolo artikelcode onderdeel
  onderdeelnummer artikelkod reservdelsnummer varenummer varenr delnummer indeks symbol czesc kod cislo dil tuote
  tuotenumero produkt produktnummer produktkod katalogowy katalogowe`,
)
const numberWords = toSet('no nos nr number num numero nummer numer n # id')
const numberingWords = toSet(
  `item items line lines pos position row lp lfd zeile ligne linea fila riga regel rad pozycja poz serial sr sl seq index
  sn s order job`,
)
const unitWords = toSet('uom um unit me einheit mengeneinheit unite unidad eenheid enhet jednostka jm')
/** Beside a word for a quantity they say that it is another one: 'Qty per box', 'Stock qty', 'Min. qty'. */
const otherQuantities = toSet(
  `per pack packs packsize box boxes carton cartons case cases pallet pallets crate crates bag bags roll rolls min minimum moq max maximum stock hand onhand available avail free
  allocated reserved last previous prev average avg usage used sold price cost break on weekly monthly annual lager bestand
  verpackung ve stan magazyn`,
)
const otherWords = toSet(
  `price prices cost costs rate net nett gross total totals subtotal value vat tax discount disc sum rrp list gbp eur each
  preis einzelpreis gesamtpreis betrag summe rabatt netto brutto prix montant remise precio importe prezzo importo sconto
  prijs bedrag pris belopp summa cena wartosc kwota rabat
  stock stocks available availability hand onhand lager lagerbestand bestand existencias stan magazyn giacenza
  pack packs packsize per box boxes carton cartons case cases pallet pallets crate crates bag bags roll rolls pair pairs dozen
  dozens litres min minimum moq max maximum previous last average avg usage used sold soh qoh
  month year week annual budget forecast level point
  weight weights gewicht poids peso vikt waga size length width height depth diameter thread od id mm cm kg g gewinde
  date dates datum fecha data when deadline lead leadtime days eta expiry delivery
  bin shelf location loc aisle rack warehouse store platz regal lagerplatz fach emplacement ubicacion plats lokalizacja
  page seite barcode ean gtin upc hs commodity tariff origin country batch lot hours hour interval mileage age rev revision
  version phone telephone tel email account customer po invoice fleet reg registration machine vehicle make model year
  description desc descr details detail name title type bezeichnung beschreibung benennung designation libelle descripcion
  descrizione omschrijving beskrivning benamning opis nazwa popis nimi kuvaus descricao text notes note comment comments
  remarks remark bemerkung commentaire nota uwagi fits application brand`,
)

/** 'Required by', 'Ordered from'. */
const detailWords = toSet('by on from ref address')

const maxHeadingLength = 60

function readHeading(text: string): Heading {
  const words = toWords(text.slice(0, maxHeadingLength))
  const has = (set: ReadonlySet<string>) => words.some(word => set.has(word))
  const isContinental = has(foreignQuantities)
  const isReadable = words.length > 0 && words.length <= 7
  const role = (isReadable ? readRole(words, has) : null) ?? (text === '' ? null : 'unknown')
  return { role, isContinental }
}

function readRole(words: readonly string[], has: (set: ReadonlySet<string>) => boolean): HeadingRole | null {
  const isThisDelivery = words.join(' ').includes('this delivery')
  const state = has(outstandingWords)
    ? 'outstanding'
    : has(deliveredWords) || isThisDelivery
      ? 'delivered'
      : has(orderedWords)
        ? 'ordered'
        : null
  const isNamed = has(englishQuantities) || has(foreignQuantities) || words.some(isQuantityTypo)
  if (isThisDelivery) return 'delivered'
  if (isNamed) return has(otherQuantities) ? 'otherQuantity' : (state ?? 'quantity')
  const isNumber = has(numberWords)
  // 'No. off' and 'Number required', but 'Order no.' and 'Required by'.
  if (numberWords.has(words[0]!) && (state || /^\S+ off?$/.test(words.join(' ')))) return state ?? 'quantity'
  if (/^how many\b/.test(words.join(' '))) return 'quantity'
  if (state && !isNumber && !has(otherWords) && !has(partWords) && !has(detailWords)) return state
  if (has(unitWords) && !has(otherWords)) return 'unit'
  if (words.length === 1 && (isNumber || /^(?:am(?:oun)?t|total|totals|reorder)$/.test(words[0]!)))
    return 'count'
  if (has(numberingWords) && words.every(word => numberingWords.has(word) || numberWords.has(word)))
    return 'numbering'
  if (has(partWords) || (isNumber && has(numberingWords))) return 'part'
  return has(otherWords) || has(numberWords) || state ? 'other' : null
}

/** 'Quanity', 'Qauntity', but not 'Quality'. */
const isQuantityTypo = (word: string): boolean =>
  /^q[a-z]{2,8}t[a-z]{1,3}y?$/.test(word) && !/^qualit/.test(word)

/** 'PartNo', 'part_no.' and 'PART-NO' are the same words. */
function toWords(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .toLowerCase()
    .replace(/\bdisp(?=atch)/g, 'desp')
    .replace(/\p{M}|['.](?=\w)/gu, '')
    .replaceAll('ł', 'l')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/\b([a-z]) ?\/ ?([a-z])\b/g, '$1$2')
    .replace(/\bart\b\W{0,2}n[or]\b/g, 'artnr')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter(word => word !== '')
}

const notDeliveredWords = toSet(
  `ordered ord required req reqd requested outstanding follow backorder backordered bo remaining remainder shortage missing
  cancelled returned rejected damaged bestellt bestellte offen ruckstand restmenge`,
)

/** Whether a line of a delivery speaks of pieces that were ordered, or did not come: 'LF9009 Qty ordered: 20'. */
export const saysNotDelivered = (line: string): boolean =>
  toWords(line).some(word => notDeliveredWords.has(word))

interface HeadingRow {
  from: number
  /** The index after its last row: headings may have two. */
  to: number
  /** One for each column; null: it has none. */
  roles: (HeadingRole | null)[]
  isContinental: boolean
}

/** Finds rows of headings, also in the middle of the list. */
export function* findHeadingsInSteps(
  rows: readonly SourceRow[],
  { findProductIds, isFile }: { findProductIds: FindProductIds; isFile: boolean },
): Generator<undefined, HeadingRow[]> {
  const isText = ({ cells }: SourceRow) =>
    cells.length > 1 && cells.every(cell => isHeadingText(cell, findProductIds))
  const headings: HeadingRow[] = []
  for (let at = 0; at < rows.length; at++) {
    yield
    const row = rows[at]!
    if (!isText(row)) continue
    const next = rows[at + 1]
    const first = row.cells.map(readCell)
    // 'Qty' and below it 'ordered'.
    const both = next && next.separator === row.separator && isText(next) ? joinHeadings(row, next) : null
    const columns = both ?? first
    const isAbovePart = (column: number) =>
      next?.separator === row.separator && findProductIds(toCodeKey(next.cells[column] ?? '')).length > 0
    const isPartColumn = columns.some(({ role }, column) => role === 'part' && isAbovePart(column))
    if (!isHeading(columns, isFile || isPartColumn || !', '.includes(row.separator))) continue
    const height = both ? 2 : 1
    const isContinental = columns.some(column => column.isContinental)
    headings.push({ from: at, to: at + height, roles: columns.map(({ role }) => role), isContinental })
    at += height - 1
  }
  return headings
}

/** The headings of two rows in one; null: the second row has none. */
function joinHeadings({ cells }: SourceRow, { cells: below }: SourceRow): Heading[] | null {
  if (!below.some(cell => isKnown(readHeading(cell)))) return null
  const length = Math.max(cells.length, below.length)
  return Array.from({ length }, (_, at) => readHeading(`${cells[at] ?? ''} ${below[at] ?? ''}`))
}

const isKnown = ({ role }: Heading): boolean => role !== null && role !== 'unknown'

/** 'Qty 2' is rather a quantity. */
const readCell = (cell: string): Heading =>
  /\d/.test(cell) ? { role: 'unknown', isContinental: false } : readHeading(cell)

function isHeadingText(cell: string, findProductIds: FindProductIds): boolean {
  if (cell === '') return true
  return (
    cell.length <= maxHeadingLength &&
    // 'Price 2'
    (!/\d/.test(cell) || /^\p{L}[\p{L} .]* \d$/u.test(cell)) &&
    findProductIds(toCodeKey(cell)).length === 0
  )
}

/** `isTable`: sentences have no such separator, or a part stands below, so one known heading is enough. */
function isHeading(columns: readonly Heading[], isTable: boolean): boolean {
  const named = columns.filter(isKnown)
  const isAboveParts = named.some(
    ({ role }) => role !== 'other' && role !== 'otherQuantity' && role !== 'unit',
  )
  return isAboveParts && (named.length >= 2 || isTable)
}
