import type { Posting } from '../bit-set.ts'

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
  /** By word of names and engines, the variants. */
  words: Map<string, Posting>
  /** The keys of `words`, sorted. */
  wordList: string[]
  /** Names of makes and models, sorted by key. */
  names: MachineNameEntry[]
}

/** Calls `visit` for each fitment of the variant. */
export function visitFitments(
  machines: MachineIndex,
  variant: number,
  visit: (document: number, position: number) => void,
): void {
  const { fitStarts, fitDocuments, fitPositions, recent } = machines
  for (let at = fitStarts[variant]!; at < fitStarts[variant + 1]!; at++) {
    const document = fitDocuments[at]!
    if (document >= 0) visit(document, fitPositions[at]!)
  }
  for (const { document, position } of recent.get(variant) ?? []) visit(document, position)
}

/** A fitment of a changed product. */
export interface ChangedFitment {
  variantId: number
  position: string
}

/** Whether the fitments' variants and positions are in the index. */
export function hasMachines(
  { variantOf, positions }: MachineIndex,
  fitments: readonly ChangedFitment[],
): boolean {
  return fitments.every(({ variantId, position }) => variantOf.has(variantId) && positions.includes(position))
}

/** Replaces the fitments of these documents. */
export function replaceFitments(
  { fitDocuments, recent, variantOf, positions }: MachineIndex,
  documents: ReadonlySet<number>,
  fitments: readonly (ChangedFitment & { document: number })[],
): void {
  for (let at = 0; at < fitDocuments.length; at++) {
    if (documents.has(fitDocuments[at]!)) fitDocuments[at] = -1
  }
  for (const [variant, list] of recent) {
    recent.set(
      variant,
      list.filter(({ document }) => !documents.has(document)),
    )
  }
  for (const { variantId, position, document } of fitments) {
    const variant = variantOf.get(variantId)!
    const list = recent.get(variant) ?? []
    list.push({ document, position: positions.indexOf(position) })
    recent.set(variant, list)
  }
}
