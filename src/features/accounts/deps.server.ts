import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import type { Cookies } from '../../infra/http/cookies.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import type { FailureLimiter } from '../../infra/rate-limit/failures.ts'
import type { Country } from '../../lib/contact/countries.ts'
import type { KnownDevices } from './login/known-devices.server.ts'
import type { Visitors } from './sessions/visitors.server.ts'
import type { Company, Person, Visitor } from './visitor.ts'

/** What the routes of pages need, in every feature. */
export interface PageDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
}

export interface AccountRouteDeps extends PageDeps {
  app: FastifyInstance
  cookies: Cookies
  countries: readonly Country[]
  /** The delivery services that a customer can save as usual. */
  listUsualServices: () => readonly { code: string; name: string }[]
  /**
   * What other features move from the guest to the person who signs in: the basket, the checkout draft. Returns a message
   * about what could not be moved; null when everything was.
   */
  onLogin: (tx: Tx, before: Visitor, personId: number, sessionHash: Buffer) => Promise<string | null>
  /** Updates the address to which e-mails about the orders of a person go, after the person's address has changed. */
  onEmailChanged: (tx: Tx, personId: number, email: string) => Promise<void>
  /** The approval requests of people who are removed from a company. */
  colleagueRequests: ColleagueRequests
  /** Counts failed logins, passwords and codes in windows of 15 minutes (R-ACCOUNT-2). */
  failures: FailureLimiter
  knownDevices: KnownDevices
}

export interface ColleagueRequests {
  /** The references of a colleague's requests that await a decision. */
  list(db: Db, personId: number, companyId: number): Promise<string[]>
  reject(
    tx: Tx,
    removal: {
      colleague: Pick<Person, 'id' | 'name'>
      company: Pick<Company, 'id' | 'name'>
      remover: Person
      now: Date
    },
  ): Promise<void>
}

export interface HttpExchange {
  request: FastifyRequest
  reply: FastifyReply
}
