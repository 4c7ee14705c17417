import type { Random } from '../../demo/catalogue/random.ts'
import { abbreviatedMakes, type CatalogueSample, type SampledMachine } from './catalogue-sample.ts'
import { type Kind, type Language, languages } from './kinds.ts'
import {
  createClass,
  languageAim,
  machineAim,
  otherAim,
  type Question,
  type QuestionClass,
} from './question.ts'
import {
  findFitting,
  findModels,
  findVariantsByEngineName,
  findVariantsOfModel,
  findVariantsOfYear,
  findVariantsWithEngine,
} from './right-answers.ts'
import { respellModel, slipInPhrase } from './slips.ts'

const group = 'Machine and kind'
const thisYear = 2026

interface MachineAndKind {
  machine: SampledMachine
  kind: Kind
  /** Lower case. */
  make: string
  model: string
  kindName: string
}

function pickMachineAndKind(sample: CatalogueSample, random: Random): MachineAndKind {
  const machine = random.pick(sample.machines)
  const kind = random.pick(machine.kinds)
  const kindName = random.pick(kind.english)
  return { machine, kind, make: machine.make.toLowerCase(), model: machine.model.toLowerCase(), kindName }
}

async function expectFitting(
  sample: CatalogueSample,
  text: string,
  { machine, kind }: Pick<MachineAndKind, 'machine' | 'kind'>,
): Promise<Question> {
  return expectFittingVariants(sample, text, kind, await findVariantsOfModel(sample.pool, machine.modelId))
}

type Mistype = (phrase: string) => string | null

/** `write` returns the question, or null when this machine or kind cannot be written so. */
const createMachineClass = (
  name: string,
  write: (picked: MachineAndKind, random: Random, mistype: Mistype) => string | null,
): QuestionClass =>
  createClass({ name, group, aim: machineAim }, async (sample, random) => {
    const picked = pickMachineAndKind(sample, random)
    const text = write(picked, random, phrase => mistype(phrase, sample, random))
    return text === null ? null : expectFitting(sample, text, picked)
  })

/** A phrase with a slip; null when it became another word of the catalogue: 'fuel' → 'full'. */
function mistype(phrase: string, { words }: CatalogueSample, random: Random): string | null {
  const wrong = slipInPhrase(phrase, random)
  const isOther = (word: string) => words.has(word) && !phrase.split(' ').includes(word)
  return wrong === null || wrong.split(' ').some(isOther) ? null : wrong
}

const inEitherOrder = (first: string, second: string, random: Random): string =>
  random.chance(0.5) ? `${first} ${second}` : `${second} ${first}`

const furtherWords = [
  'heavy duty',
  'genuine',
  'cheap',
  'new',
  'good quality',
  'long life',
  'best price',
  'original',
  'aftermarket',
  'next day',
]

const sentences = [
  'do you have an {kind} for a {machine}',
  'i need a {kind} for my {machine}',
  'looking for {kind} to fit {machine}',
  'which {kind} fits a {machine}?',
  'what {kind} does a {machine} take',
  'have you got the {kind} for the {machine} in stock',
  '{kind} to suit {machine}',
  'can i get a {kind} for {machine} please',
  'price for {machine} {kind}',
  'need {kind} {machine} asap',
]

async function expectFittingVariants(
  sample: CatalogueSample,
  text: string,
  kind: Kind,
  variantIds: number[],
): Promise<Question> {
  const products = await findFitting(sample.pool, { variantIds, typeIds: sample.typeIds.get(kind)! })
  return { text, expectation: { kind: 'products', lists: [products] } }
}

async function drawAbbreviated(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const [abbreviation, makes] = random.pick(Object.entries(abbreviatedMakes))
  const machines = sample.abbreviatedMachines.filter(({ make }) => makes.includes(make))
  if (machines.length === 0) return null
  const machine = random.pick(machines)
  const kind = random.pick(machine.kinds)
  const modelIds = await findModels(sample.pool, makes, machine.model)
  const products = await findFitting(sample.pool, { modelIds, typeIds: sample.typeIds.get(kind)! })
  const name = `${abbreviation} ${machine.model.toLowerCase()}`
  return {
    text: inEitherOrder(name, random.pick(kind.english), random),
    expectation: { kind: 'products', lists: [products] },
  }
}

async function drawYear(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const { machine, kind, make, model, kindName } = pickMachineAndKind(sample, random)
  if (!machine.years) return null
  const year = random.between(machine.years.from, Math.min(machine.years.to ?? thisYear, thisYear))
  const text = random.pick([
    `${make} ${model} ${year} ${kindName}`,
    `${year} ${make} ${model} ${kindName}`,
    `${kindName} ${make} ${model} ${year}`,
  ])
  return expectFittingVariants(
    sample,
    text,
    kind,
    await findVariantsOfYear(sample.pool, machine.modelId, year),
  )
}

// 'Mechanical' alone names no engine.
const isEngineName = (engine: string) => /\d/.test(engine) && engine.length >= 3

const engineClasses: readonly QuestionClass[] = [
  createClass({ name: 'whole variant name', group, aim: machineAim }, (sample, random) => {
    const { machine, kind, make, kindName } = pickMachineAndKind(sample, random)
    const name = random.chance(0.7) ? `${make} ${machine.variant}` : machine.variant
    return expectFittingVariants(sample, inEitherOrder(name, kindName, random), kind, [machine.variantId])
  }),
  createClass({ name: 'machine, engine and kind', group, aim: machineAim }, async (sample, random) => {
    const { machine, kind, make, model, kindName } = pickMachineAndKind(sample, random)
    const { engine, modelId } = machine
    if (engine === null) return null
    const text = inEitherOrder(`${make} ${model} ${engine.toLowerCase()}`, kindName, random)
    return expectFittingVariants(
      sample,
      text,
      kind,
      await findVariantsWithEngine(sample.pool, engine, modelId),
    )
  }),
  createClass({ name: 'engine and kind', group, aim: machineAim }, async (sample, random) => {
    const { machine, kind, kindName } = pickMachineAndKind(sample, random)
    const { engine } = machine
    if (engine === null || !isEngineName(engine)) return null
    const text = inEitherOrder(engine.toLowerCase(), kindName, random)
    return expectFittingVariants(sample, text, kind, await findVariantsByEngineName(sample.pool, engine))
  }),
]

async function drawInLanguage(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const { machine, kind, make, model } = pickMachineAndKind(sample, random)
  const language: Language = random.pick(languages)
  if (kind[language].length === 0) return null
  const link = random.pick([
    ' ',
    ' ',
    { german: ' für ', french: ' pour ', spanish: ' para ', polish: ' do ' }[language],
  ])
  const text = `${random.pick(kind[language])}${link}${make} ${model}`
  return expectFitting(sample, text, { machine, kind })
}

const machineAlone: readonly QuestionClass[] = [
  createClass({ name: 'model alone', group: 'Machines', aim: otherAim }, async (sample, random) => {
    const { model } = random.pick(sample.machines)
    // '820' may be anything.
    if (!/\p{L}/u.test(model) || !/\d/.test(model) || model.length < 3) return null
    const modelIds = await findModels(sample.pool, null, model)
    const products = await findFitting(sample.pool, { modelIds, typeIds: null })
    const text = random.chance(0.5) ? model.toLowerCase() : respellModel(model, random)
    return { text, expectation: { kind: 'products', lists: [products] } }
  }),
  createClass({ name: 'make and model', group: 'Machines', aim: otherAim }, async (sample, random) => {
    const { make, model, modelId } = random.pick(sample.machines)
    const variantIds = await findVariantsOfModel(sample.pool, modelId)
    const products = await findFitting(sample.pool, { variantIds, typeIds: null })
    const text = random.pick([
      `${make} ${model}`,
      `${make} ${model}`.toLowerCase(),
      `${model} ${make}`.toLowerCase(),
    ])
    return { text, expectation: { kind: 'products', lists: [products] } }
  }),
]

const variantAlone = createClass(
  { name: 'whole variant name', group: 'Machines', aim: otherAim },
  async (sample, random) => {
    const { make, variant, variantId } = random.pick(sample.machines)
    const products = await findFitting(sample.pool, { variantIds: [variantId], typeIds: null })
    const text = random.pick([`${make} ${variant}`, `${make} ${variant}`.toLowerCase(), variant])
    return { text, expectation: { kind: 'products', lists: [products] } }
  },
)

const engineAlone = createClass(
  { name: 'engine alone', group: 'Machines', aim: otherAim },
  async (sample, random) => {
    const { engine } = random.pick(sample.machines)
    // '3054' may be anything.
    if (engine === null || !isEngineName(engine) || !/\p{L}/u.test(engine)) return null
    const variantIds = await findVariantsByEngineName(sample.pool, engine)
    const products = await findFitting(sample.pool, { variantIds, typeIds: null })
    const text = random.pick([engine, engine.toLowerCase(), `${engine.toLowerCase()} engine`])
    return { text, expectation: { kind: 'products', lists: [products] } }
  },
)

export const machineClasses: readonly QuestionClass[] = [
  createMachineClass('make, model, kind', ({ make, model, kindName }) => `${make} ${model} ${kindName}`),
  createMachineClass('kind, make, model', ({ make, model, kindName }) => `${kindName} ${make} ${model}`),
  createMachineClass('kind for machine', ({ make, model, kindName }, random) =>
    random.pick([`${kindName} for ${make} ${model}`, `${kindName} for a ${make} ${model}`]),
  ),
  createMachineClass('model, make, kind', ({ make, model, kindName }) => `${model} ${make} ${kindName}`),
  createMachineClass(
    'as written in the catalogue',
    ({ machine, kindName }) => `${machine.make} ${machine.model} ${kindName}`,
  ),
  createMachineClass('model in another spelling', ({ machine, make, kindName }, random) =>
    inEitherOrder(`${make} ${respellModel(machine.model, random)}`, kindName, random),
  ),
  createMachineClass('kind in the plural', ({ kind, make, model }, random) =>
    random.pick([`${make} ${model} ${kind.plural}`, `${kind.plural} for ${make} ${model}`]),
  ),
  createClass({ name: 'make abbreviated', group, aim: machineAim }, drawAbbreviated),
  createMachineClass('slip in the make', ({ make, model, kindName }, random, mistype) => {
    const wrong = mistype(make)
    return wrong === null ? null : inEitherOrder(`${wrong} ${model}`, kindName, random)
  }),
  createMachineClass('slip in the kind', ({ make, model, kindName }, random, mistype) => {
    const wrong = mistype(kindName)
    return wrong === null ? null : inEitherOrder(`${make} ${model}`, wrong, random)
  }),
  createMachineClass('slip in make and kind', ({ make, model, kindName }, random, mistype) => {
    const [wrongMake, wrongKind] = [mistype(make), mistype(kindName)]
    if (wrongMake === null || wrongKind === null) return null
    return inEitherOrder(`${wrongMake} ${model}`, wrongKind, random)
  }),
  createClass({ name: 'machine, year and kind', group, aim: machineAim }, drawYear),
  ...engineClasses,
  createClass({ name: 'model and kind', group, aim: machineAim }, async (sample, random) => {
    const { machine, kind, model, kindName } = pickMachineAndKind(sample, random)
    // '35 oil filter' may be anything.
    if (!/\p{L}/u.test(model)) return null
    const modelIds = await findModels(sample.pool, null, machine.model)
    const products = await findFitting(sample.pool, { modelIds, typeIds: sample.typeIds.get(kind)! })
    return {
      text: inEitherOrder(model, kindName, random),
      expectation: { kind: 'products', lists: [products] },
    }
  }),
  createMachineClass('kind by a synonym', ({ kind, make, model }, random) =>
    kind.synonyms.length === 0 ? null : inEitherOrder(`${make} ${model}`, random.pick(kind.synonyms), random),
  ),
  createMachineClass('with words to drop', ({ make, model, kindName }, random) => {
    const words = random.pick(furtherWords)
    return random.pick([
      `${make} ${model} ${words} ${kindName}`,
      `${words} ${kindName} ${make} ${model}`,
      `${make} ${model} ${kindName} ${words}`,
    ])
  }),
  createMachineClass('with an unknown word', ({ make, model, kindName }, random) => {
    const word = random.pick(['wobbly', 'turquoise', 'grandad', 'unobtainium', 'yesterday'])
    return `${make} ${model} ${word} ${kindName}`
  }),
  createMachineClass('in a sentence', ({ make, model, kindName }, random) =>
    random.pick(sentences).replace('{kind}', kindName).replace('{machine}', `${make} ${model}`),
  ),
  createClass({ name: 'kind in another language', group, aim: languageAim }, drawInLanguage),
  ...machineAlone,
  variantAlone,
  engineAlone,
]
