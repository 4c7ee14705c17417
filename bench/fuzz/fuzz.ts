import fc from 'fast-check'
import { demoPassword } from '../../demo/people/people.ts'
import { type BusyShop, createGenerator, drawAction, getDay } from '../../tests/support/busy-shop.ts'
import { listForms, type PageForm } from '../../tests/support/page-forms.ts'
import { createTestVisitor } from '../../tests/support/test-visitor.ts'
import { createCallFinder, type FuzzedCall, loadCalls, readOutcome } from './calls.ts'
import { copyPersonBefore, keepPeople } from './copies.ts'
import { breakRequest, encode, enlargeFile, fillForm, mutateForm, toFormData } from './form-values.ts'
import { Knowledge, pick, toPattern } from './knowledge.ts'
import { type FuzzPerson, firstPages, type Role, roleActions, roles } from './people.ts'
import {
  type HttpRequest,
  type RandomRequest,
  toHttp,
  toLargeRequest,
  toRandomRequest,
} from './random-request.ts'
import { type FuzzResult, Recorder } from './recorder.ts'

export interface FuzzOptions {
  shop: BusyShop
  /** The same seed draws the same values; what pages answer, and when, still differs. */
  seed: number
  /** A slower answer is a failure. */
  maxMs: number
}

const workers = 8
/** A signed-in person would have to sign in again, which takes longer than anything else. */
const endsSession = /^POST \/log(?:in|out)/
const readsHtml = { accept: 'text/html' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

export async function createFuzzer(options: FuzzOptions): Promise<Fuzzer> {
  await keepPeople(options.shop)
  return new Fuzzer(options, await loadCalls(options.shop.url))
}

/**
 * Sends requests to every call of the shop as visitors, customers and staff: random ones of the calls' schemas, the forms of
 * the pages with what they have in them, and what people do; much of it broken. Each call and each upload gets a large body.
 */
export class Fuzzer {
  readonly #shop: BusyShop
  readonly #calls: ReadonlyMap<string, FuzzedCall>
  readonly #findCall: (method: string, path: string) => string | null
  readonly #randomRequests: ReadonlyMap<string, fc.Arbitrary<RandomRequest>>
  readonly #recorder: Recorder
  readonly #random: () => number
  readonly #knowledge = new Knowledge()
  readonly #orders: string[] = []
  /** Calls whose large body is still to be sent. */
  readonly #largeBodies: FuzzedCall[]
  /** Routes of uploads that got their large file. */
  readonly #uploads = new Set<string>()
  #visitors = 0

  constructor({ shop, seed, maxMs }: FuzzOptions, calls: FuzzedCall[]) {
    this.#shop = shop
    this.#calls = new Map(calls.map(call => [call.name, call]))
    this.#largeBodies = calls.filter(({ body }) => body !== null)
    this.#findCall = createCallFinder(calls)
    this.#recorder = new Recorder([...this.#calls.keys()], maxMs)
    this.#random = createGenerator(seed)
    this.#randomRequests = new Map(calls.map(call => [call.name, toRandomRequest(call)]))
    for (const role of roles) for (const url of firstPages[role]) this.#knowledge.addUrl(role, url)
  }

  /** At least so many more. */
  async send(requests: number): Promise<void> {
    const end = this.#recorder.sent + requests
    await Promise.all(Array.from({ length: workers }, () => this.#work(end)))
  }

  getResult(): FuzzResult {
    return this.#recorder.getResult()
  }

  async #work(end: number): Promise<void> {
    const people = new Map<Role, FuzzPerson>()
    const getPerson = async (role: Role) => {
      const person = people.get(role)
      if (person && !person.isSignedOut) return person
      const next = await this.#createPerson(role)
      people.set(role, next)
      return next
    }
    while (this.#recorder.sent < end) {
      const missing = pick(this.#recorder.listMissing(), this.#random)
      const large = this.#largeBodies.pop()
      const step = large
        ? this.#sendLarge(await getPerson('staff@example.com'), large)
        : missing !== undefined && this.#random() < 0.5
          ? this.#aimAt(missing, getPerson)
          : this.#step(await getPerson(pick(roles, this.#random)!))
      // What people do with the answer to a broken request may fail: the recorder has the answer.
      await step.catch(() => {})
    }
  }

  async #step(person: FuzzPerson): Promise<void> {
    const draw = this.#random()
    if (draw < 0.35) await this.#sendRandom(person, pick([...this.#calls.keys()], this.#random)!)
    else if (draw < 0.7) await this.#submitForm(person, this.#pickUrl(person))
    else if (draw < 0.8) await carefully(person, () => this.#act(person))
    else await this.#act(person)
  }

  /** Sends, unbroken, what is likely to lead to a call that has not succeeded yet. */
  async #aimAt(call: string, getPerson: (role: Role) => Promise<FuzzPerson>): Promise<void> {
    const page = this.#knowledge.findPage(call, this.#random)
    const person = await getPerson(page?.role ?? pick(rolesFor(call), this.#random)!)
    const draw = this.#random()
    if (page && draw < 0.5) await carefully(person, () => this.#submitForm(person, page.url, call))
    else if (draw < 0.7) await carefully(person, () => this.#act(person))
    else if (draw < 0.9) await carefully(person, () => this.#submitForm(person, this.#pickUrl(person)))
    else await this.#sendRandom(person, call)
  }

  #pickUrl = ({ role }: FuzzPerson): string => this.#knowledge.pickUrl(role, this.#random)

  /** Opens a page and sends one of its forms: that of this call, or any. */
  async #submitForm(person: FuzzPerson, url: string, call?: string): Promise<void> {
    const { text, status } = await person.visitor.request('GET', url, { headers: readsHtml })
    if (status !== 200) return
    const chosen = listForms(text).filter(form => {
      if (call !== undefined) return this.#toCall(form) === call
      return form.method === 'POST' && !endsSession.test(`POST ${form.path}`)
    })
    const form = pick(chosen, this.#random)
    if (form) await this.#sendForm(person, form)
  }

  /** Uploads are no calls of the contract. */
  #toCall = ({ method, path, isMultipart }: Omit<PageForm, 'fields'>): string | null =>
    this.#findCall(method, path.split('?')[0]!) ?? (isMultipart ? `POST ${toPattern(path)} (upload)` : null)

  async #sendForm(person: FuzzPerson, form: PageForm): Promise<void> {
    const { random, isCareful } = { random: this.#random, isCareful: person.isCareful }
    const filled = fillForm(form, { random, isCareful, getDay: days => getDay({ shop: this.#shop }, days) })
    const fields = !isCareful && random() < 0.5 ? mutateForm(filled, random) : filled
    const isNewUpload = form.isMultipart && !this.#uploads.has(toPattern(form.path))
    if (isNewUpload) this.#uploads.add(toPattern(form.path))
    const content = isNewUpload ? fields.map(enlargeFile) : fields
    await person.visitor.request('POST', form.path, {
      headers: { ...readsHtml, origin: new URL(this.#shop.url).origin, ...(!form.isMultipart && urlencoded) },
      body: form.isMultipart ? toFormData(content) : encode(content),
    })
  }

  async #sendRandom(person: FuzzPerson, name: string): Promise<void> {
    if (endsSession.test(name) && person.role !== 'visitor') return
    const seed = Math.floor(this.#random() * 2 ** 31)
    const [request] = fc.sample(this.#randomRequests.get(name)!, { seed, numRuns: 1 })
    const call = this.#calls.get(name)!
    const body = this.#knowledge.addKnown(request!.body, this.#random)
    const path = this.#random() < 0.7 ? this.#knowledge.fillPath(call.path, this.#random) : null
    await this.#send(person, toHttp(call, { ...request!, body }, path))
  }

  async #sendLarge(person: FuzzPerson, call: FuzzedCall): Promise<void> {
    const path = this.#knowledge.fillPath(call.path, this.#random)
    await this.#send(person, toLargeRequest(call, path, this.#random))
  }

  async #send({ visitor }: FuzzPerson, { method, path, headers, body }: HttpRequest): Promise<void> {
    const token = visitor.cookies.get('csrf_token')
    await visitor.request(method, path, {
      headers: { ...headers, ...(token !== undefined && { 'x-csrf-token': token }) },
      ...(body !== undefined && { body }),
    })
  }

  /** Does something of what the person's role does. */
  async #act(person: FuzzPerson): Promise<void> {
    const [shop, random] = [this.#shop, this.#random]
    const [, run] = drawAction({ random }, roleActions[person.role])
    person.isActing = true
    const createVisitor = () => this.#createVisitor({ ...person }).visitor
    try {
      await run({ shop, random, orders: this.#orders, createVisitor }, person)
    } finally {
      person.isActing = false
    }
  }

  /** Signed in; a visitor is not. */
  async #createPerson(role: Role): Promise<FuzzPerson> {
    const person = this.#createVisitor({
      role,
      email: '',
      isCareful: true,
      isSignedOut: false,
      isActing: false,
    })
    if (role !== 'visitor') {
      person.email = await copyPersonBefore(this.#shop, role)
      await person.visitor.post('/login', { email: person.email, password: demoPassword })
    }
    person.isCareful = false
    return person
  }

  /** Another browser. */
  #createVisitor(owner: Omit<FuzzPerson, 'visitor'>): FuzzPerson {
    const nth = this.#visitors++
    const ip = `10.8.${Math.floor(nth / 250) % 250}.${(nth % 250) + 1}`
    const visitor = createTestVisitor(this.#shop.url, ip, (url, init) => this.#exchange(person, url, init))
    const person = Object.assign(owner, { visitor })
    return person
  }

  async #exchange(person: FuzzPerson, url: URL, init: RequestInit & { method: string }): Promise<Response> {
    const isBroken = person.isActing && !person.isCareful
    const sent = isBroken ? breakRequest(init, url.origin, this.#random) : init
    const startMs = performance.now()
    const toSentRequest = (call: string | null) => ({
      ...{ who: person.role, call, url: url.pathname + url.search, init: sent },
      ms: Math.round(performance.now() - startMs),
    })
    const isMultipart = init.body instanceof FormData
    const call = this.#toCall({ method: init.method, path: url.pathname, isMultipart })
    try {
      const response = await fetch(url, sent)
      const outcome = await readOutcome(response)
      const refusal = person.isCareful ? outcome.refusal : ''
      this.#recorder.record(toSentRequest(call), { ...outcome, refusal })
      if (outcome.html !== '')
        this.#knowledge.learn(person.role, url.pathname + url.search, outcome.html, this.#toCall)
      person.isSignedOut ||= person.role !== 'visitor' && saysSignIn(response)
      return response
    } catch (error) {
      this.#recorder.record(toSentRequest(call), { status: String(error), isDone: false, refusal: '' })
      throw error
    }
  }
}

/** Who may have the call at all. */
function rolesFor(call: string): readonly Role[] {
  if (/^\w+ \/admin/.test(call)) return ['staff@example.com']
  return /^\w+ \/account/.test(call) ? roles.slice(1, -1) : roles
}

const saysSignIn = ({ status, headers }: Response): boolean =>
  status === 401 || headers.get('location')?.startsWith('/login') === true

/** Nothing that they send meanwhile is broken. */
async function carefully(person: FuzzPerson, run: () => Promise<void>): Promise<void> {
  person.isCareful = true
  await run().finally(() => {
    person.isCareful = false
  })
}
