/** An HTTP client with cookies and an IP address of its own, which sends calls as the shop's pages do. */
export interface TestVisitor {
  /** Rate limits count by it. Each visitor has another one by default. */
  readonly ip: string
  readonly cookies: Map<string, string>
  /** Calls have the AJAX marker (R-CALL-1) and JSON. */
  get<T = LooseJson>(path: string): Promise<TestResponse<T>>
  post<T = LooseJson>(path: string, body?: unknown): Promise<TestResponse<T>>
  delete<T = LooseJson>(path: string): Promise<TestResponse<T>>
  /** A page as a browser requests it. */
  getPage(path: string): Promise<TestResponse<undefined>>
  /** A file as a browser downloads it. `fields`: of the plain HTML form that asks for it. */
  getFile(
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; content: Buffer }>
  /** A plain HTML form of a shop's page, without JavaScript. */
  postForm(path: string, fields: Record<string, string>): Promise<TestResponse<undefined>>
  /** Any other request: only cookies and IP address are added. */
  request<T = LooseJson>(method: string, path: string, how?: RequestOptions): Promise<TestResponse<T>>
}

/** A JSON reply whose type the test does not declare. */
export interface LooseJson {
  [field: string]: unknown
}

export interface TestResponse<T> {
  status: number
  headers: Headers
  /** Parsed JSON; undefined for other content. */
  body: T
  text: string
  /** The Set-Cookie headers of this response. */
  setCookies: string[]
}

export interface RequestOptions {
  headers?: Record<string, string>
  body?: string | FormData
}

const marker = { 'x-requested-with': 'XMLHttpRequest' }
const json = { ...marker, 'content-type': 'application/json' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

/** `send`: sees each request and its response, instead of `fetch`. */
export function createTestVisitor(
  shopUrl: string,
  ip: string,
  send: (url: URL, init: RequestInit & { method: string }) => Promise<Response> = fetch,
): TestVisitor {
  const cookies = new Map<string, string>()

  const fetchWithCookies = async (
    method: string,
    path: string,
    { headers = {}, body }: RequestOptions = {},
  ): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await send(new URL(path, shopUrl), {
      method,
      redirect: 'manual',
      headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    return response
  }

  const ask = async <T>(method: string, path: string, how?: RequestOptions): Promise<TestResponse<T>> => {
    const response = await fetchWithCookies(method, path, how)
    const { status, headers } = response
    const text = await response.text()
    const isJson = /json/.test(headers.get('content-type') ?? '')
    const parsed = (isJson && text !== '' ? JSON.parse(text) : undefined) as T
    return { status, headers, body: parsed, text, setCookies: headers.getSetCookie() }
  }

  const toForm = (fields: Record<string, string>): RequestOptions => ({
    headers: { ...urlencoded, accept: 'text/html', origin: new URL(shopUrl).origin },
    body: new URLSearchParams(fields).toString(),
  })

  return {
    ip,
    cookies,
    request: ask,
    get: path => ask('GET', path, { headers: marker }),
    post: (path, body = {}) => ask('POST', path, { headers: json, body: JSON.stringify(body) }),
    delete: path => ask('DELETE', path, { headers: marker }),
    getPage: path => ask('GET', path, { headers: { accept: 'text/html' } }),
    getFile: async (path, fields) => {
      const response = await (fields
        ? fetchWithCookies('POST', path, toForm(fields))
        : fetchWithCookies('GET', path))
      const { status, headers } = response
      return { status, headers, content: Buffer.from(await response.arrayBuffer()) }
    },
    postForm: (path, fields) => ask('POST', path, toForm(fields)),
  }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const isDeleted = attributes.some(
    attribute => /^\s*max-age=0$/i.test(attribute) || /expires=Thu, 01 Jan 1970/i.test(attribute),
  )
  if (isDeleted) cookies.delete(name)
  else cookies.set(name, pair.slice(at + 1))
}

/** Starts `times` requests at once; resolves with their results in order. */
export function runConcurrently<T>(times: number, act: (nth: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, nth) => act(nth)))
}

export const goodCard = {
  holder: 'Sam Okafor',
  number: '4929 0000 0000 6',
  expiry: '12/30',
  securityCode: '123',
}
export const declinedCard = { ...goodCard, number: '4929602110085639' }

/** Submits a card in the provider's form (its URL is the `next_url` of the final save). */
export function payByCard(nextUrl: string, card: typeof goodCard = goodCard): Promise<FrameResponse> {
  return postToFrame(nextUrl, 'card', card)
}

/** Presses 'Cancel payment' in the provider's form. */
export function cancelPayment(nextUrl: string): Promise<FrameResponse> {
  return postToFrame(nextUrl, 'cancel', {})
}

export interface FrameResponse {
  status: number
  /** The shop's return page, to which the frame is redirected. Null: the provider shows a page of its own. */
  location: string | null
  text: string
}

async function postToFrame(
  nextUrl: string,
  button: string,
  fields: Record<string, string>,
): Promise<FrameResponse> {
  const body = new URLSearchParams(fields).toString()
  const response = await fetch(`${nextUrl}/${button}`, {
    method: 'POST',
    headers: urlencoded,
    body,
    redirect: 'manual',
  })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}
