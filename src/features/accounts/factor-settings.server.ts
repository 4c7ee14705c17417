import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../infra/database/db.ts'
import { handle } from '../../infra/http/handle.ts'
import { show } from '../../infra/pages/render.ts'
import type { Errors } from '../../lib/field-checks.ts'
import { Problem } from '../../lib/problem.ts'
import { areaOf } from './area.ts'
import { auditOwn } from './audit-queries.server.ts'
import { confirmErrors, confirmPassword } from './confirm.server.ts'
import { renewCodes, switchOff, takeUp } from './factor.server.ts'
import { factorOf, keepPendingSecret } from './factor-queries.server.ts'
import { factorWords, stepWords } from './messages.ts'
import { holdPerson } from './queries.ts'
import { recoveryCodesPage } from './RecoveryCodesPage.tsx'
import { type AccountRoom, refuseForm } from './room.server.ts'
import { secondFactorPage } from './SecondFactorPage.tsx'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, renewRecoveryCodes } from './schemas.ts'
import { seal, unseal } from './seal.server.ts'
import { requirePerson, toLogin } from './service.ts'
import { newSecret, setUpOf } from './totp.server.ts'
import { isStaff, type Person } from './visitor.ts'

const factorUrl = '/account/details/second-factor'

/** Setting up the second factor inside the account, new recovery codes, and switching it off; each asks the password. */
export function factorRoutes(room: AccountRoom): void {
  const { app, context, visitors, pages, failures } = room
  const { db, config, now } = context

  const mustKeep = (person: Person) => config.staff2fa === 'required' && isStaff(person)

  const screen = async (person: Person, errors: Errors = {}) => {
    const { sealed, isConfirmed, recoveryCodes } = await factorOf(db, person.id)
    const secret = sealed === null || isConfirmed ? null : unseal(config.sessionSecret, sealed)
    const props = {
      area: areaOf(person),
      state: isConfirmed ? ('on' as const) : ('off' as const),
      setUp: secret === null ? null : setUpOf(secret, config.shopName, person.email),
      recoveryCodes,
      mayEnd: !mustKeep(person),
      errors,
    }
    return show(secondFactorPage, props, { title: 'Second factor', noindex: true })
  }

  const showCodes = (request: FastifyRequest, reply: FastifyReply, codes: string[]) =>
    pages.send(
      request,
      reply,
      show(recoveryCodesPage, { codes, next: factorUrl }, { title: 'Your recovery codes', noindex: true }),
    )

  // Nobody who finds a browser open changes how its owner gets in.
  const ask = async (request: FastifyRequest, reply: FastifyReply, password: string) => {
    const person = await requirePerson(visitors, request)
    const refusal = await confirmPassword(room, person, password)
    if (refusal === null) return { person, refused: null }
    const errors = confirmErrors(refusal, 'password')
    return {
      person,
      refused: await refuseForm(room, { request, reply }, errors, () => screen(person, errors)),
    }
  }

  pages.get(factorUrl, {}, async ({ request }) => {
    const { person } = await visitors.of(request)
    return person ? screen(person) : toLogin(request)
  })

  handle(
    app,
    beginSecondFactor,
    async ({ body, request, reply }) => {
      const { person, refused } = await ask(request, reply, body.password)
      if (refused) return refused
      await keepPendingSecret(db, person.id, seal(config.sessionSecret, newSecret()))
      return { success: true, next_url: factorUrl }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { next_url }) => pages.redirect(reply, { to: next_url }),
    },
  )

  handle(
    app,
    confirmSecondFactor,
    async ({ body, request, reply }) => {
      const person = await requirePerson(visitors, request)
      const refuse = (code: string) =>
        refuseForm(room, { request, reply }, { code }, () => screen(person, { code }))
      const place = { name: `code:${person.id}`, most: config.limits.codeFailures }
      const tried = await failures.try([place], now(), async () => {
        const codes = await inTransaction(db, async tx => {
          if (!(await holdPerson(tx, person.id))) return null
          const { sealed, isConfirmed } = await factorOf(tx, person.id)
          return sealed === null || isConfirmed ? null : takeUp(context, tx, person.id, sealed, body.code)
        })
        return { failed: codes === null, result: codes }
      })
      if (tried.full) return refuse(stepWords.too_many_codes)
      if (!tried.result) return refuse(stepWords.wrong_code)
      return { success: true, next_url: factorUrl, recovery_codes: tried.result }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ request, reply }, { recovery_codes }) => showCodes(request, reply, recovery_codes ?? []),
    },
  )

  handle(
    app,
    renewRecoveryCodes,
    async ({ body, request, reply }) => {
      const { person, refused } = await ask(request, reply, body.password)
      if (refused) return refused
      if (!person.hasSecondFactor) throw new Problem(409, factorWords.startAgain)
      const codes = await inTransaction(db, async tx => {
        await holdPerson(tx, person.id)
        await auditOwn(tx, person.id, 'recovery codes renewed', now())
        return renewCodes(tx, person.id)
      })
      return { success: true, next_url: factorUrl, recovery_codes: codes }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ request, reply }, { recovery_codes }) => showCodes(request, reply, recovery_codes ?? []),
    },
  )

  handle(
    app,
    endSecondFactor,
    async ({ body, request, reply }) => {
      const { person, refused } = await ask(request, reply, body.password)
      if (refused) return refused
      if (mustKeep(person)) throw new Problem(403, factorWords.needed)
      await inTransaction(db, tx => switchOff(context, tx, person.id))
      return { success: true, next_url: factorUrl }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { next_url }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: factorWords.off } }),
    },
  )
}
