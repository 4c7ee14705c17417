/** The forms of a page, as a browser without JavaScript sees them. */

export interface PageField {
  name: string
  kind: 'hidden' | 'text' | 'date' | 'choice' | 'file' | 'button'
  /** What it sends unless it is changed; null: it is left out (a box without a tick). */
  value: string | null
  /** What else can be chosen. */
  options: string[]
}

export interface PageForm {
  /** Where it is sent to. */
  path: string
  method: string
  isMultipart: boolean
  fields: PageField[]
}

export function listForms(html: string): PageForm[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, tag, content]) => {
    const form: PageForm = {
      path: readAttribute(tag!, 'action') ?? '',
      method: readAttribute(tag!, 'method')?.toUpperCase() ?? 'GET',
      isMultipart: readAttribute(tag!, 'enctype') === multipart,
      fields: listFields(content!),
    }
    return [form, ...listOtherTargets(content!, form)]
  })
}

const multipart = 'multipart/form-data'

/** The same form, as a button sends it to somewhere else. */
const listOtherTargets = (html: string, form: PageForm): PageForm[] =>
  [...html.matchAll(/<button([^>]* formaction="[^>]*)>/gi)].map(([, tag]) => ({
    ...form,
    path: readAttribute(tag!, 'formaction')!,
    isMultipart: form.isMultipart || readAttribute(tag!, 'formenctype') === multipart,
  }))

export const listLinks = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, url]) => unescapeHtml(url!))

function listFields(html: string): PageField[] {
  const fields: PageField[] = []
  for (const [, tag] of html.matchAll(/<input([^>]*)>/g)) addInput(fields, tag!)
  for (const [, tag, text] of html.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs))
    add(fields, tag!, 'text', unescapeHtml(text!.replace(/^\n/, '')))
  for (const [, tag, content] of html.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const options = [...content!.matchAll(/<option([^>]*)>/g)].map(([, option]) => option!)
    const selected = options.find(option => / selected/.test(option)) ?? options[0] ?? ''
    const values = options.map(option => readAttribute(option, 'value') ?? '')
    add(fields, tag!, 'choice', readAttribute(selected, 'value') ?? '', values)
  }
  for (const [, tag] of html.matchAll(/<button([^>]*)>/g))
    add(fields, tag!, 'button', null, [readAttribute(tag!, 'value') ?? ''])
  return fields
}

function addInput(fields: PageField[], tag: string): void {
  const type = readAttribute(tag, 'type') ?? 'text'
  const value = readAttribute(tag, 'value')
  if (type === 'checkbox' || type === 'radio') addChoice(fields, tag, value ?? 'on')
  else add(fields, tag, isFieldKind(type) ? type : 'text', value ?? '')
}

const isFieldKind = (type: string) => type === 'hidden' || type === 'file' || type === 'date'

/** The buttons of one choice are one field. */
function addChoice(fields: PageField[], tag: string, value: string): void {
  const isOn = / checked/.test(tag)
  const name = readAttribute(tag, 'name')
  const earlier = / type="radio"/.test(tag) ? fields.find(each => each.name === name) : undefined
  if (!earlier) {
    add(fields, tag, 'choice', isOn ? value : null, [value])
    return
  }
  earlier.options.push(value)
  if (isOn) earlier.value = value
}

function add(
  fields: PageField[],
  tag: string,
  kind: PageField['kind'],
  value: string | null,
  options: string[] = [],
): void {
  const name = readAttribute(tag, 'name')
  if (name) fields.push({ name, kind, value, options })
}

function readAttribute(tag: string, name: string): string | null {
  const value = new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return value === undefined ? null : unescapeHtml(value)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
export const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => entities[name]!)
