import { tokenize } from '../../query/tokens.ts'
import { createPostings, DocumentItemsBuilder, GrowableArray, getNumber } from '../postings.ts'
import { compareText, sortInSteps } from '../sorting.ts'
import {
  groupByDocument,
  type IndexedFitment,
  type IndexedMake,
  type IndexedModel,
  type IndexedVariant,
  type MachineIndex,
  type MachineNameEntry,
} from './machine-index.ts'
import { compareNames, toMakeNameEntries, toModelNameEntries } from './machine-names.ts'

export type MakeData = Pick<IndexedMake, 'name' | 'slug'>
/** `make`: the index of its make in the list of makes. */
export type ModelData = Pick<IndexedModel, 'make' | 'name' | 'slug'>

/** Takes makes, then models sorted by make, then variants sorted by model. */
export class MachineIndexBuilder {
  readonly #makes: IndexedMake[] = []
  readonly #models: IndexedModel[] = []
  readonly #variants: IndexedVariant[] = []
  readonly #starts = new GrowableArray()
  readonly #documents = new GrowableArray()
  readonly #positions = new GrowableArray()
  readonly #wordNumbers = new Map<string, number>()
  readonly #variantWords = new DocumentItemsBuilder()
  readonly #positionNames: string[]

  constructor(positionNames: string[]) {
    this.#positionNames = positionNames
  }

  addMake({ name, slug }: MakeData): void {
    this.#makes.push({ name, slug, firstModel: 0, endModel: 0 })
  }

  addModel({ make, name, slug }: ModelData): void {
    const at = this.#models.push({ make, name, slug, firstVariant: 0, endVariant: 0 }) - 1
    const indexed = this.#makes[make]!
    if (indexed.endModel === 0) indexed.firstModel = at
    indexed.endModel = at + 1
  }

  addVariant(variant: IndexedVariant): void {
    const at = this.#variants.push(variant) - 1
    const model = this.#models[variant.model]!
    if (model.endVariant === 0) model.firstVariant = at
    model.endVariant = at + 1
    this.#starts.push(this.#documents.length)
    for (const word of tokenize(`${variant.name} ${variant.engine ?? ''}`)) {
      this.#variantWords.add(getNumber(this.#wordNumbers, word))
    }
    this.#variantWords.endDocument()
  }

  /** Of the variant that was added last. */
  addFitment({ document, position }: IndexedFitment): void {
    this.#documents.push(document)
    this.#positions.push(position)
  }

  *build(): Generator<undefined, MachineIndex> {
    const postings = yield* createPostings(
      this.#variantWords.build(),
      this.#wordNumbers.size,
      this.#variants.length,
    )
    const words = new Map([...this.#wordNumbers].map(([word, number]) => [word, postings[number]!]))
    yield
    this.#starts.push(this.#documents.length)
    const fitStarts = this.#starts.toArray()
    const fitDocuments = Int32Array.from(this.#documents.toArray())
    const fitPositions = Uint16Array.from(this.#positions.toArray())
    return {
      makes: this.#makes,
      models: this.#models,
      variants: this.#variants,
      variantOf: new Map(this.#variants.map(({ id }, at) => [id, at])),
      positions: this.#positionNames,
      fitStarts,
      fitDocuments,
      fitPositions,
      recent: new Map(),
      byDocument: yield* groupByDocument({ fitStarts, fitDocuments, fitPositions }),
      words,
      wordList: yield* sortInSteps([...words.keys()], compareText),
      names: yield* sortInSteps(this.#listNames(), compareNames),
    }
  }

  #listNames(): MachineNameEntry[] {
    return [
      ...this.#makes.flatMap(({ name }, make) => toMakeNameEntries(name, make)),
      ...this.#models.flatMap(({ make, name }, model) =>
        toModelNameEntries(this.#makes[make]!.name, name, { make, model }),
      ),
    ]
  }
}
