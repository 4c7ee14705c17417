import type { Random } from '../../demo/catalogue/random.ts'
import { toCodeKey } from '../../src/lib/part-number.ts'
import type { CatalogueSample, SampledPlate } from './catalogue-sample.ts'
import { createClass, otherAim, type Question, type QuestionClass } from './question.ts'
import { filterKeys, findMachinesOfPlate, isBeginning } from './right-answers.ts'
import { countSlips, listKeysOneSignApart, minLettersOfTwoSlips } from './slips.ts'

const plateGroup = 'Plates'
const rangeLength = 5000
const pinMiddle = '4CTXLV'
const pinDigits = 8

function pickPlate(sample: CatalogueSample, random: Random): { plate: SampledPlate; number: number } | null {
  if (sample.plates.length === 0) return null
  const plate = random.pick(sample.plates)
  return { plate, number: random.between(plate.from, plate.to ?? plate.from + rangeLength) }
}

const serialNames = ['serial', 'serial number', 's/n', 'serial no']
const machNames = ['mach', 'mach no', 'mach number']

async function drawPlate(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const picked = pickPlate(sample, random)
  if (!picked) return null
  const { plate, number } = picked
  const code = plate.prefix === '' ? String(number) : plate.prefix + random.pick(['', '', '-', ' ']) + number
  // Many people call a mach number a serial number too.
  const numberName = random.pick(plate.kind === 'serial' ? serialNames : [...machNames, ...serialNames])
  const isOfMake = random.chance(0.5)
  const isNamed = random.chance(0.5)
  const make = isOfMake ? plate.make.toLowerCase() : ''
  const spelling = random.chance(0.5) ? code : code.toLowerCase()
  const text = [make, isNamed ? numberName : '', spelling].filter(Boolean).join(' ')
  // The number alone may be a part number.
  if ((await filterKeys(sample.pool, [toCodeKey(code)])).length > 0) return null
  const kind = isNamed && machNames.includes(numberName) ? 'mach' : null
  const makeSlug = isOfMake ? plate.makeSlug : null
  const machines = await findMachinesOfPlate(sample.pool, { kind, prefix: plate.prefix, number, makeSlug })
  return { text, expectation: { kind: 'machine', machines } }
}

async function drawPlateWithoutPrefix(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const picked = pickPlate(sample, random)
  if (!picked || picked.plate.prefix === '') return null
  const { plate, number } = picked
  const { makeSlug } = plate
  const machines = await findMachinesOfPlate(sample.pool, { kind: null, prefix: null, number, makeSlug })
  return { text: `${plate.make.toLowerCase()} ${number}`, expectation: { kind: 'machine', machines } }
}

async function drawPin(sample: CatalogueSample, random: Random): Promise<Question | null> {
  const picked = pickPlate(sample, random)
  if (picked?.plate.kind !== 'serial' || picked.plate.prefix !== '') return null
  const { plate, number } = picked
  const pin = getMakerLetters(plate.make) + pinMiddle + String(number).padStart(pinDigits, '0')
  const machines = await findMachinesOfPlate(sample.pool, {
    kind: 'serial',
    prefix: '',
    number,
    makeSlug: plate.makeSlug,
  })
  const make = plate.make.toLowerCase()
  return {
    text: random.pick([`${make} ${pin}`, `${make} pin ${pin}`, `pin ${pin}`]),
    // The digits at its end are the serial number.
    expectation: {
      kind: 'machine',
      machines: machines.flatMap(machine => [machine, { ...machine, plate: pin }]),
    },
  }
}

// A PIN begins with three characters for its maker, and has no I, O and Q.
function getMakerLetters(make: string): string {
  const letters = toCodeKey(make).replace(/[IOQ]/g, '').slice(0, 3)
  return letters.padEnd(3, 'X')
}

const plainWords =
  'wedding cake purple elephant violin umbrella bicycle giraffe poetry sandwich jellyfish volcano trombone kangaroo marmalade pyjamas skateboard lipstick goldfish penguin'.split(
    ' ',
  )
const consonants = 'bcdfghjkmpqvwxz'

function inventWord(random: Random): string {
  return Array.from({ length: random.between(6, 10) }, () => random.pick([...consonants])).join('')
}

/** It is no word of the catalogue with a slip, or two when it is long, nor the beginning of one. */
function isFarFrom(word: string, catalogueWords: Iterable<string>): boolean {
  for (const catalogueWord of catalogueWords) {
    const slips = catalogueWord.length >= minLettersOfTwoSlips ? 2 : 1
    if (catalogueWord.startsWith(word)) return false
    if (Math.abs(catalogueWord.length - word.length) > slips) continue
    if (countSlips(word, catalogueWord) <= slips) return false
  }
  return true
}

const plainSentences = [
  '{words}',
  '{words}',
  'do you have {words}',
  'looking for a {words}',
  'i need a {words} please',
]

const nonsenseClass = (name: string, write: (random: Random) => string): QuestionClass => ({
  name,
  group: 'Nonsense',
  aim: { hits: 100 },
  async draw(sample, random, count) {
    const questions = new Map<string, Question>()
    for (let attempt = 0; attempt < count * 20 && questions.size < count; attempt++) {
      const words = write(random)
      const isFar = words
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .every(word => isFarFrom(word, sample.words))
      const key = toCodeKey(words)
      const near = [key, ...listKeysOneSignApart(key)]
      const isNumber =
        (await filterKeys(sample.pool, near)).length > 0 || (await isBeginning(sample.pool, key))
      const text = random.pick(plainSentences).replace('{words}', words)
      if (isFar && !isNumber) questions.set(text, { text, expectation: { kind: 'nothing' } })
    }
    return [...questions.values()]
  },
})

export const otherClasses: readonly QuestionClass[] = [
  createClass({ name: 'serial and mach numbers', group: plateGroup, aim: otherAim }, drawPlate),
  createClass(
    { name: 'serial number without its prefix', group: plateGroup, aim: otherAim },
    drawPlateWithoutPrefix,
  ),
  createClass({ name: 'whole PIN', group: plateGroup, aim: otherAim }, drawPin),
  nonsenseClass('letters', random => inventWord(random)),
  nonsenseClass('words of other trades', random => `${random.pick(plainWords)} ${random.pick(plainWords)}`),
  nonsenseClass(
    'letters and digits',
    random => `${inventWord(random)} ${random.between(1_000_000_000, 9_999_999_999)}`,
  ),
]
