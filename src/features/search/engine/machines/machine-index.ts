import { type BitSet, listBits, type Posting, setBit } from '../bit-set.ts'

export interface IndexedMake {
  name: string
  slug: string
  /** Its models are models[firstModel] up to models[endModel]. */
  firstModel: number
  endModel: number
}

export interface IndexedModel {
  make: number
  name: string
  slug: string
  /** Its variants are variants[firstVariant] up to variants[endVariant]. */
  firstVariant: number
  endVariant: number
}

export interface IndexedVariant {
  id: number
  model: number
  name: string
  engine: string | null
  yearFrom: number | null
  /** Null: still made, or unknown. */
  yearTo: number | null
}

/** A product that fits a variant, and where: an index of `MachineIndex.positions`. */
export interface IndexedFitment {
  document: number
  position: number
}

/** A name without punctuation, and the make, or the make and model, that it names. */
export interface MachineNameEntry {
  key: string
  make: number
  /** −1: the make as a whole. */
  model: number
  /** How many characters a beginning needs to suggest it. */
  minLength: number
}

/** The same fitments by document. */
interface FitmentsByDocument {
  /** The fitments of document d: [starts[d], starts[d + 1]) of the lists below, by ascending variant. */
  starts: Uint32Array
  variants: Uint32Array
  positions: Uint16Array
  /** Places in the list `fitDocuments`. */
  fits: Uint32Array
  /** Instead of them: the fitments of a document that changed since the build, by ascending variant. */
  recent: Map<number, { variant: number; position: number }[]>
}

/** Makes, models and variants with the products that fit them. */
export interface MachineIndex {
  makes: IndexedMake[]
  models: IndexedModel[]
  variants: IndexedVariant[]
  /** By id, the index of a variant. */
  variantOf: Map<number, number>
  /** Names of positions in the order of a service. */
  positions: string[]
  /** The fitments of variant v: [fitStarts[v], fitStarts[v + 1]) of the two lists below. */
  fitStarts: Uint32Array
  /** −1: the fitment was removed. */
  fitDocuments: Int32Array
  fitPositions: Uint16Array
  /** Fitments of products that changed since the build, by variant. */
  recent: Map<number, IndexedFitment[]>
  byDocument: FitmentsByDocument
  /** By word of names and engines, the variants. */
  words: Map<string, Posting>
  wordList: string[]
  /** Names of makes and models, sorted by key. */
  names: MachineNameEntry[]
}

/** Adds the documents that fit any of the variants. */
export function addFitting(machines: MachineIndex, variants: BitSet, target: BitSet): void {
  const { fitStarts, fitDocuments, recent } = machines
  for (const variant of listBits(variants)) {
    const end = fitStarts[variant + 1]!
    for (let at = fitStarts[variant]!; at < end; at++) {
      if (fitDocuments[at]! >= 0) setBit(target, fitDocuments[at]!)
    }
    if (recent.size > 0) for (const { document } of recent.get(variant) ?? []) setBit(target, document)
  }
}

/** Calls `visit` for each fitment of the document, by ascending variant. */
export function visitFitmentsOf(
  { byDocument }: MachineIndex,
  document: number,
  visit: (variant: number, position: number) => void,
): void {
  const { starts, variants, positions, recent } = byDocument
  const changed = recent.get(document)
  if (changed) {
    for (const { variant, position } of changed) visit(variant, position)
    return
  }
  const end = starts[document + 1] ?? 0
  for (let at = starts[document] ?? 0; at < end; at++) visit(variants[at]!, positions[at]!)
}

const fitmentsPerStep = 100_000

/** Inverts the lists of the variants' fitments, in steps. */
export function* groupByDocument({
  fitStarts,
  fitDocuments: documents,
  fitPositions,
}: Pick<MachineIndex, 'fitStarts' | 'fitDocuments' | 'fitPositions'>): Generator<
  undefined,
  FitmentsByDocument
> {
  let count = 0
  for (let at = 0; at < documents.length; at++) count = Math.max(count, documents[at]! + 1)
  const starts = new Uint32Array(count + 1)
  for (let at = 0; at < documents.length; at++) {
    if (documents[at]! >= 0) starts[documents[at]! + 1]!++
    if (at % fitmentsPerStep === 0) yield
  }
  for (let document = 0; document < count; document++) starts[document + 1]! += starts[document]!
  const next = starts.slice()
  const total = starts[count]!
  const [variants, positions, fits] = [new Uint32Array(total), new Uint16Array(total), new Uint32Array(total)]
  let variant = 0
  for (let at = 0; at < documents.length; at++) {
    while (fitStarts[variant + 1]! <= at) variant++
    if (documents[at]! >= 0) {
      const place = next[documents[at]!]!++
      variants[place] = variant
      positions[place] = fitPositions[at]!
      fits[place] = at
    }
    if (at % fitmentsPerStep === 0) yield
  }
  return { starts, variants, positions, fits, recent: new Map() }
}

export interface ChangedFitment {
  variantId: number
  position: string
}

export function hasMachines({ variantOf, positions }: MachineIndex, fitments: readonly ChangedFitment[]) {
  return fitments.every(({ variantId, position }) => variantOf.has(variantId) && positions.includes(position))
}

export function replaceFitments(
  machines: MachineIndex,
  documents: ReadonlySet<number>,
  fitments: readonly (ChangedFitment & { document: number })[],
): void {
  for (const document of documents) removeFitments(machines, document)
  const { recent, variantOf, positions } = machines
  const recentOf = machines.byDocument.recent
  const added = fitments
    .map(({ variantId, position, document }) => ({
      variant: variantOf.get(variantId)!,
      position: positions.indexOf(position),
      document,
    }))
    .sort((a, b) => a.variant - b.variant)
  for (const { variant, position, document } of added) {
    recent.set(variant, [...(recent.get(variant) ?? []), { document, position }])
    recentOf.set(document, [...(recentOf.get(document) ?? []), { variant, position }])
  }
}

function removeFitments(machines: MachineIndex, document: number): void {
  const { starts, fits, recent: recentOf } = machines.byDocument
  const end = starts[document + 1] ?? 0
  for (let i = starts[document] ?? 0; i < end; i++) machines.fitDocuments[fits[i]!] = -1
  for (const { variant } of recentOf.get(document) ?? []) {
    const remaining = machines.recent.get(variant)!.filter(fitment => fitment.document !== document)
    machines.recent.set(variant, remaining)
  }
  recentOf.set(document, [])
}
