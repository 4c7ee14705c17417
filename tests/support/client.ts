/** One browser at the shop's door: a jar of cookies, an address of its own, and calls as the shop's pages make them. */
export interface Visitor {
  /** Limits count by it; each visitor has another unless told. */
  readonly ip: string
  readonly cookies: Map<string, string>
  /** Calls carry the AJAX marker (contract §2) and JSON. */
  get<T = Loose>(path: string): Promise<Answer<T>>
  post<T = Loose>(path: string, body?: unknown): Promise<Answer<T>>
  delete<T = Loose>(path: string): Promise<Answer<T>>
  /** A page as a browser asks for it. */
  page(path: string): Promise<Answer<undefined>>
  /** A plain HTML form of the shop's own page, without JavaScript. */
  form(path: string, fields: Record<string, string>): Promise<Answer<undefined>>
  /** Anything else: nothing is added but cookies and address. */
  ask<T = Loose>(method: string, path: string, how?: How): Promise<Answer<T>>
}

/** A reply whose shape the test knows better than the compiler. */
export interface Loose {
  [field: string]: unknown
}

export interface Answer<T> {
  status: number
  headers: Headers
  /** Parsed JSON; undefined when the answer is none. */
  body: T
  text: string
  /** As they were set by this answer, attributes and all. */
  setCookies: string[]
}

export interface How {
  headers?: Record<string, string>
  body?: string
}

const marker = { 'x-requested-with': 'XMLHttpRequest' }
const json = { ...marker, 'content-type': 'application/json' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

export function openBrowser(shopUrl: string, ip: string): Visitor {
  const cookies = new Map<string, string>()

  const ask = async <T>(
    method: string,
    path: string,
    { headers = {}, body }: How = {},
  ): Promise<Answer<T>> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, shopUrl), {
      method,
      redirect: 'manual',
      headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    })
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) keep(cookies, line)
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const parsed = (isJson && text !== '' ? JSON.parse(text) : undefined) as T
    return { status: response.status, headers: response.headers, body: parsed, text, setCookies }
  }

  return {
    ip,
    cookies,
    ask,
    get: path => ask('GET', path, { headers: marker }),
    post: (path, body = {}) => ask('POST', path, { headers: json, body: JSON.stringify(body) }),
    delete: path => ask('DELETE', path, { headers: marker }),
    page: path => ask('GET', path, { headers: { accept: 'text/html' } }),
    form: (path, fields) =>
      ask('POST', path, {
        headers: { ...urlencoded, accept: 'text/html', origin: new URL(shopUrl).origin },
        body: new URLSearchParams(fields).toString(),
      }),
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const isGone = attributes.some(
    attribute => /^\s*max-age=0$/i.test(attribute) || /expires=Thu, 01 Jan 1970/i.test(attribute),
  )
  if (isGone) cookies.delete(name)
  else cookies.set(name, pair.slice(at + 1))
}

/** `times` of them set off together; their answers in order. */
export function atOnce<T>(times: number, act: (nth: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, nth) => act(nth)))
}

export const goodCard = {
  holder: 'Sam Okafor',
  number: '4929 0000 0000 6',
  expiry: '12/30',
  securityCode: '123',
}
export const declinedCard = { ...goodCard, number: '4929602110085639' }

/** Types a card into the provider's form (the frame's address is the `next_url` of the final save). */
export function payByCard(nextUrl: string, card: typeof goodCard = goodCard): Promise<FrameAnswer> {
  return inFrame(nextUrl, 'card', card)
}

/** Presses 'Cancel payment' in the provider's form. */
export function cancelPayment(nextUrl: string): Promise<FrameAnswer> {
  return inFrame(nextUrl, 'cancel', {})
}

export interface FrameAnswer {
  status: number
  /** Where the frame goes on: the shop's return page. Null: the provider shows a page of its own. */
  location: string | null
  text: string
}

async function inFrame(
  nextUrl: string,
  button: string,
  fields: Record<string, string>,
): Promise<FrameAnswer> {
  const body = new URLSearchParams(fields).toString()
  const response = await fetch(`${nextUrl}/${button}`, {
    method: 'POST',
    headers: urlencoded,
    body,
    redirect: 'manual',
  })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}
