import type { Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { handle } from '../../infra/http/handle.ts'
import { show } from '../../infra/pages/render.ts'
import type { Errors } from '../../lib/field-checks.ts'
import { areaOf } from './area.ts'
import { passwordFault } from './common-passwords.server.ts'
import { confirmErrors, confirmPassword } from './confirm.server.ts'
import { detailsPage } from './DetailsPage.tsx'
import { checkDetails, type Details } from './details.ts'
import { enter } from './entering.server.ts'
import { tell } from './factor.server.ts'
import { deleteLoginStepsOf, factorOf } from './factor-queries.server.ts'
import { detailsWords } from './messages.ts'
import { hashPassword } from './passwords.server.ts'
import { setDetails, setPassword } from './queries.ts'
import { type AccountRoom, refuseForm } from './room.server.ts'
import { changeDetails, changePassword } from './schemas.ts'
import { requirePerson, toLogin } from './service.ts'
import { deleteTokensOf } from './token-queries.server.ts'
import type { Person } from './visitor.ts'

const detailsUrl = '/account/details'

/** What a person may change about himself: his name, telephone and VAT number, and his password. */
export function detailsRoutes(room: AccountRoom): void {
  const { app, context, visitors, pages } = room
  const { db, now } = context

  const screen = async (person: Person, typed: Partial<Details> = {}, errors: Errors = {}) => {
    const { name, telephone, vat, email, company } = person
    const { isConfirmed, recoveryCodes } = await factorOf(db, person.id)
    const props = {
      area: areaOf(person),
      details: { name, telephone, vat, ...typed },
      email,
      company: company && {
        name: company.name,
        accountNumber: company.accountNumber,
        vatRegistration: company.vatRegistration,
      },
      secondFactor: { isOn: isConfirmed, recoveryCodes },
      errors,
    }
    return show(detailsPage, props, { title: 'Your details', noindex: true })
  }

  pages.get(detailsUrl, {}, async ({ request }) => {
    const { person } = await visitors.of(request)
    return person ? screen(person) : toLogin(request)
  })

  handle(
    app,
    changeDetails,
    async ({ body, request, reply }) => {
      const person = await requirePerson(visitors, request)
      const errors = checkDetails(body)
      if (Object.keys(errors).length > 0) {
        return refuseForm(room, { request, reply }, errors, () => screen(person, body, errors))
      }
      await inTransaction(db, tx => setDetails(tx, person.id, body))
      return { success: true, next_url: detailsUrl }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { next_url }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: detailsWords.saved } }),
    },
  )

  handle(
    app,
    changePassword,
    async ({ body, request, reply }) => {
      const person = await requirePerson(visitors, request)
      const refuse = (errors: Errors) =>
        refuseForm(room, { request, reply }, errors, () => screen(person, {}, errors))
      const refusal = await confirmPassword(room, person, body.current)
      if (refusal !== null) return refuse(confirmErrors(refusal, 'current'))
      const fault = passwordFault(body.password, person.email)
      if (fault !== null) return refuse({ password: fault })
      const passwordHash = await hashPassword(body.password)
      // A new session for this browser; all others end, and so do links and logins that were begun.
      const change = async (tx: Tx) => {
        await setPassword(tx, person.id, passwordHash, now())
        await deleteTokensOf(tx, person.id, 'reset')
        await deleteLoginStepsOf(tx, person.id)
        await tell(context, tx, person.id, 'password_changed')
        return true
      }
      const entered = await enter(room, { request, reply }, { id: person.id }, { check: change, alone: true })
      return { success: entered, next_url: detailsUrl }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { next_url }) =>
        pages.redirect(reply, {
          to: next_url,
          flash: { kind: 'success', text: detailsWords.passwordChanged },
        }),
    },
  )
}
