import type { Random } from '../../demo/catalogue/random.ts'
import type { CatalogueSample, SampledPart } from './catalogue-sample.ts'
import { createClass, otherAim, type Question, type QuestionClass } from './question.ts'
import { findByMeasures, findByText, type Measure } from './right-answers.ts'

const group = 'Measures'
const toleranceMm = 1
const mmPerInch = 25.4
const dimensions = ['Outer diameter', 'Inner diameter', 'Length', 'Width', 'Height']

/** The part's dimensions in millimetres, in the order in which they are named; null without two of them. */
function listDimensions(part: SampledPart): { name: string; mm: number }[] | null {
  const list = dimensions.flatMap(name => {
    const mm = part.attributes[name]?.number
    return typeof mm === 'number' ? [{ name, mm }] : []
  })
  return list.length >= 2 ? list : null
}

const around = (mm: number, attributes: string[] | null): Measure => ({
  attributes,
  unit: 'mm',
  from: mm - toleranceMm,
  to: mm + toleranceMm,
})

async function expectMeasures(
  { pool, typeIds }: CatalogueSample,
  text: string,
  measures: Measure[],
  kind: SampledPart['kinds'][number] | null = null,
): Promise<Question> {
  const products = await findByMeasures(pool, measures, kind && typeIds.get(kind)!)
  return { text, expectation: { kind: 'products', lists: [products] } }
}

function drawSizes(sample: CatalogueSample, random: Random): Promise<Question> | null {
  const part = random.pick(sample.parts)
  const list = listDimensions(part)
  if (!list) return null
  const sizes = list.length > 2 && random.chance(0.4) ? list.slice(0, 3) : [list[0]!, list.at(-1)!]
  const numbers = sizes.map(({ mm }) => String(mm))
  const text = random.pick([
    numbers.join(' x '),
    numbers.join('x'),
    `${numbers.join(' x ')} mm`,
    `${numbers.join('x')}mm`,
    numbers.join(' × '),
    numbers.map(number => `${number}mm`).join(' x '),
    `${list[0]!.name === 'Outer diameter' ? '⌀ ' : ''}${numbers.join(' x ')}`,
    numbers.join(' by '),
  ])
  const measures = sizes.map(({ mm }) => around(mm, null))
  return expectMeasures(sample, text, measures)
}

function drawSizesWithKind(sample: CatalogueSample, random: Random): Promise<Question> | null {
  const part = random.pick(sample.parts)
  const list = listDimensions(part)
  const kind = part.kinds[0]
  if (!list || !kind) return null
  const sizes = random.chance(0.3) ? [list[0]!] : [list[0]!, list.at(-1)!]
  const numbers = sizes.map(({ mm }) => mm).join(' x ')
  const name = random.pick(kind.english)
  const withUnit = [`${name} ${numbers} mm`, `${numbers}mm ${name}`]
  // '93 oil filter' may be anything.
  const text = random.pick(
    sizes.length === 1 ? withUnit : [...withUnit, `${name} ${numbers}`, `${numbers} ${name}`],
  )
  return expectMeasures(
    sample,
    text,
    sizes.map(({ mm }) => around(mm, null)),
    kind,
  )
}

function drawInches(sample: CatalogueSample, random: Random): Promise<Question> | null {
  const list = listDimensions(random.pick(sample.parts))
  if (!list) return null
  const inches = [list[0]!, list.at(-1)!].map(({ mm }) => (mm / mmPerInch).toFixed(2))
  const text = random.pick([
    `${inches.join(' x ')} in`,
    `${inches.join(' x ')} inch`,
    `${inches.join(' x ')} inches`,
    `${inches.join('" x ')}"`,
    `${inches.join('"x')}"`,
    `${inches.join(' in x ')} in`,
  ])
  const measures = inches.map(inch => around(Number(inch) * mmPerInch, null))
  return expectMeasures(sample, text, measures)
}

const sixteenths = 16

/** 93.66 mm → '3 11/16' */
function toFraction(mm: number): { text: string; mm: number } {
  const count = Math.round((mm / mmPerInch) * sixteenths)
  const [whole, rest] = [Math.floor(count / sixteenths), count % sixteenths]
  let divisor = sixteenths
  let numerator = rest
  while (numerator > 0 && numerator % 2 === 0) [numerator, divisor] = [numerator / 2, divisor / 2]
  const text = [whole > 0 ? whole : '', numerator > 0 ? `${numerator}/${divisor}` : '']
    .filter(Boolean)
    .join(' ')
  return { text, mm: (count / sixteenths) * mmPerInch }
}

function drawFractions(sample: CatalogueSample, random: Random): Promise<Question> | null {
  const list = listDimensions(random.pick(sample.parts))
  if (!list) return null
  const sizes = [list[0]!, list.at(-1)!].map(({ mm }) => toFraction(mm))
  const texts = sizes.map(({ text }) => text)
  const text = random.pick([
    `${texts.join(' x ')} in`,
    `${texts.join(' x ')} inch`,
    `${texts.join('" x ')}"`,
    `${texts.map(size => size.replace(' ', '-')).join('" x ')}"`,
  ])
  const measures = sizes.map(({ mm }) => around(mm, null))
  return expectMeasures(sample, text, measures)
}

const letters: Readonly<Record<string, readonly string[]>> = {
  'Outer diameter': ['OD', 'od', 'O.D.', 'outer diameter', 'outside diameter', 'Ø'],
  'Inner diameter': ['ID', 'id', 'I.D.', 'inner diameter'],
  Height: ['H', 'h', 'height'],
  Length: ['L', 'length'],
  Width: ['W', 'width'],
}

function drawLetters(sample: CatalogueSample, random: Random): Promise<Question> | null {
  const list = listDimensions(random.pick(sample.parts))
  if (!list) return null
  const link = random.pick([' ', ' ', '', '=', ': '])
  const unit = random.pick(['', '', 'mm', ' mm'])
  const parts = list.map(({ name, mm }) => {
    const letter = random.pick(letters[name]!)
    return `${letter}${link === '' && letter.length > 4 ? ' ' : link}${mm}${unit}`
  })
  const text = parts.join(random.pick([' ', ' ', ', ', ' x ']))
  return expectMeasures(
    sample,
    text,
    list.map(({ name, mm }) => around(mm, [name])),
  )
}

function writeThread(thread: string, random: Random): string {
  const withoutForm = thread.replace(/ UN[CFS]?$/, '')
  return random.pick([
    thread,
    thread.toLowerCase(),
    withoutForm,
    thread.replace(/\s*-\s*/, ' - '),
    thread.replace('x', ' x '),
    thread.replace(/^(\d+) (?=\d+\/)/, '$1-'),
    withoutForm.replace('-', '"-'),
  ])
}

async function drawThread(
  sample: CatalogueSample,
  random: Random,
  hasKind: boolean,
): Promise<Question | null> {
  const part = random.pick(sample.parts)
  const thread = part.attributes.Thread?.value
  const kind = part.kinds[0]
  if (thread === undefined || !/\d.*[-x/]|BSP|NPT/.test(thread) || !kind) return null
  const typeIds = hasKind ? sample.typeIds.get(kind)! : null
  const products = await findByText(sample.pool, 'Thread', thread, typeIds)
  const text = writeThread(thread, random)
  return {
    text: hasKind ? random.pick([`${random.pick(kind.english)} ${text}`, `${text} ${kind.plural}`]) : text,
    expectation: { kind: 'products', lists: [products] },
  }
}

async function drawMicron(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const part = random.pick(sample.parts)
  const micron = part.attributes['Micron rating']?.number
  const kind = part.kinds[0]
  if (typeof micron !== 'number' || !kind) return null
  const name = random.pick([...kind.english, kind.plural])
  const text = random.pick([
    `${name} ${micron} micron`,
    `${micron} micron ${name}`,
    `${micron} µm ${name}`,
    `${name} ${micron}µm`,
    `${name} ${micron} um`,
    `${micron} microns ${name}`,
  ])
  const measure = { attributes: ['Micron rating'], unit: 'µm', from: micron, to: micron }
  return expectMeasures(sample, text, [measure], kind)
}

export const measureClasses: readonly QuestionClass[] = [
  createClass({ name: 'thread', group, aim: otherAim }, (sample, random) =>
    drawThread(sample, random, false),
  ),
  createClass({ name: 'thread and kind', group, aim: otherAim }, (sample, random) =>
    drawThread(sample, random, true),
  ),
  createClass({ name: 'sizes in millimetres', group, aim: otherAim }, drawSizes),
  createClass({ name: 'sizes and kind', group, aim: otherAim }, drawSizesWithKind),
  createClass({ name: 'sizes in inches', group, aim: otherAim }, drawInches),
  createClass({ name: 'sizes in fractions of an inch', group, aim: otherAim }, drawFractions),
  createClass({ name: 'dimensions with letters', group, aim: otherAim }, drawLetters),
  createClass({ name: 'micron and kind', group, aim: otherAim }, drawMicron),
]
