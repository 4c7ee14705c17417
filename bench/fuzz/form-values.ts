import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { demoPassword } from '../../demo/people/people.ts'
import type { PageField, PageForm } from '../../tests/support/page-forms.ts'
import { drawFile, largeFile } from './files.ts'
import { pick } from './knowledge.ts'
import { brokenValue, knownTexts } from './schema-values.ts'

type Random = () => number

export interface FormContext {
  random: Random
  /** So many days after today. */
  getDay: (days: number) => string
  /** Nothing is left out. */
  isCareful: boolean
}

export type FilledForm = [name: string, value: string | File][]

/** Texts that fields of these names accept. */
const textsByName: [name: RegExp, draw: (context: FormContext) => string][] = [
  [/^current$|^password$/, () => demoPassword],
  [/password/, () => `three quiet tractors ${randomUUID()}`],
  [/^word$/, ({ random }) => `fuzz${String.fromCharCode(97 + Math.floor(random() * 26)).repeat(4)}`],
  [/means/, () => 'oil'],
  [/email|to$|recipient/, () => `fuzz-${randomUUID().slice(0, 8)}@example.org`],
  [/postcode/, () => 'LS4 1AB'],
  [/country/, () => 'GB'],
  [/telephone|phone/, () => '0113 496 0999'],
  [/firstname/, () => 'Sam'],
  [/surname|^name$|collected_by/, () => 'Sam Okafor'],
  [/town/, () => 'Leeds'],
  [/address1/, () => '88 Mill Lane'],
  [/received_on/, ({ getDay }) => getDay(0)],
  [/date|day|until|_on$|from/, ({ getDay, random }) => getDay(1 + Math.floor(random() * 20))],
  [
    /low_stock|quantity|quantities|count|pieces|rows|copies|multiplier|level/,
    ({ random }) => String(1 + Math.floor(random() * 3)),
  ],
  [/amount|price|carriage|limit|cost|charge/, ({ random }) => `${1 + Math.floor(random() * 30)}.50`],
  [/reference/, () => `BACS ${randomUUID().slice(0, 8)}`],
  [/delivery_note/, () => `DN ${randomUUID().slice(0, 8)}`],
  [/lines|list|text$|part|code|product/, ({ random }) => `${pick(goods, random)} 2`],
  [/query|search|^q$/, ({ random }) => pick(goods, random)!],
  [/tracking/, () => '15501234567890'],
  [/carrier/, () => 'dpd'],
  [/bin/, () => 'A-12-3'],
]

const goods = ['FH-OIL-1', 'FH-AIR-1', 'FH-HYD-1', 'FH-SEAL-1', 'P551712']
/** Fields that may be empty are sometimes. */
const emptyShare = 0.2

/** The form as somebody fills it in who wants it to be accepted. What the page has in its hidden fields stays. */
export function fillForm({ fields }: PageForm, context: FormContext): FilledForm {
  const buttons = fields.filter(({ kind }) => kind === 'button')
  const button = pick(buttons, context.random)
  return [
    ...fields
      .filter(({ kind }) => kind !== 'button')
      .flatMap((field): FilledForm => {
        const value = fillField(field, context)
        return value === null ? [] : [[field.name, value]]
      }),
    ...(button ? ([[button.name, button.options[0]!]] as FilledForm) : []),
  ]
}

function fillField({ name, kind, value, options }: PageField, context: FormContext): string | File | null {
  const { random } = context
  if (kind === 'hidden') return value
  if (kind === 'file') return drawFile(random)
  if (kind === 'choice') return drawChoice(options, value, random)
  if (value !== null && value !== '' && random() < 0.7) return value
  if (!context.isCareful && random() < emptyShare) return ''
  const field = name.replace(/\[\d*\]/g, '').replace(/^.*\[|\]/g, '')
  const entry = textsByName.find(([pattern]) => pattern.test(field))
  return entry ? entry[1](context) : 'Checked and found right'
}

/** A box is mostly ticked: it asks to confirm. */
function drawChoice(options: string[], value: string | null, random: Random): string | null {
  if (options.length === 1) return random() < 0.8 ? options[0]! : value
  return random() < 0.5 ? value : (pick(options, random) ?? value)
}

export const enlargeFile = ([name, value]: FilledForm[number]): FilledForm[number] => [
  name,
  value instanceof File ? largeFile : value,
]

/** Breaks some of a form: another value, another name, twice, not at all. */
export function mutateForm(form: FilledForm, random: Random): FilledForm {
  const mutated = [...form]
  for (let times = 1 + Math.floor(random() * 2); times > 0 && mutated.length > 0; times--) {
    const at = Math.floor(random() * mutated.length)
    const [name, value] = mutated[at]!
    const draw = random()
    if (draw < 0.6) mutated[at] = [name, drawText(random)]
    else if (draw < 0.7) mutated.splice(at, 1)
    else if (draw < 0.8) mutated.push([name, value])
    else if (draw < 0.9) mutated[at] = [`${name}[0][a]`, value]
    else
      mutated.push([pick(['__proto__', '_token', 'request', 'seen', '', 'a[b]'], random)!, drawText(random)])
  }
  return mutated
}

const drawBroken = (random: Random): unknown =>
  fc.sample(brokenValue, { seed: Math.floor(random() * 2 ** 31), numRuns: 1 })[0]

function drawText(random: Random): string {
  if (random() < 0.4) return pick(knownTexts, random)!
  const broken = drawBroken(random)
  return typeof broken === 'string' ? broken : JSON.stringify(broken)
}

/** A body that a page sent, with a part of it replaced or left out. */
export function mutateJson(body: unknown, random: Random): unknown {
  if (typeof body !== 'object' || body === null || random() < 0.1) return drawBroken(random)
  const keys = Object.keys(body)
  const key = pick(keys, random)
  if (key === undefined) return drawBroken(random)
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Record<string, unknown>
  const part = copy[key]
  const draw = random()
  if (typeof part === 'object' && part !== null && draw < 0.6) copy[key] = mutateJson(part, random)
  else if (draw < 0.15) delete copy[key]
  else copy[key] = random() < 0.5 ? drawBroken(random) : pick(knownTexts, random)
  return copy
}

/** Like a form of the page: `a[b]=1`. */
export function toFields(body: unknown): FilledForm {
  const fields: FilledForm = []
  const add = (name: string, part: unknown) => {
    if (typeof part !== 'object' || part === null) fields.push([name, part === null ? '' : String(part)])
    else for (const [key, each] of Object.entries(part)) add(name === '' ? key : `${name}[${key}]`, each)
  }
  if (typeof body === 'object' && body !== null) add('', body)
  return fields
}

export const encode = (fields: FilledForm): string =>
  new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()

export function toFormData(fields: FilledForm): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

/** Breaks some of the bodies that people send as JSON, and sends others as plain forms. */
export function breakRequest<Init extends RequestInit>(init: Init, origin: string, random: Random): Init {
  const { body, headers } = init
  const type = (headers as Record<string, string> | undefined)?.['content-type'] ?? ''
  if (typeof body !== 'string' || !type.includes('json')) return init
  const draw = random()
  if (draw < 0.25) return { ...init, body: JSON.stringify(mutateJson(JSON.parse(body), random)) }
  if (draw > 0.35) return init
  const { 'x-requested-with': _, ...withoutMarker } = headers as Record<string, string>
  const form = {
    ...withoutMarker,
    accept: 'text/html',
    origin,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return { ...init, headers: form, body: encode(toFields(JSON.parse(body))) }
}
