import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../infra/database/db.ts'
import { isPlainForm } from '../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../infra/pages/render.ts'
import { enforceLimit, isWithinMailLimit } from '../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../infra/rate-limit/client-network.ts'
import { hashToken, withEitherSecret } from '../../infra/token.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { createFormValues } from '../accounts/addresses/saved-address.ts'
import { colleagueMessages } from '../accounts/messages.ts'
import { handleForm, type PageDeps } from '../accounts/service.ts'
import { isStaff } from '../accounts/visitor.ts'
import { confirmApplicationEmail, readConfirmToken } from './ApplicationEmails.tsx'
import { applicationStepPage } from './ApplicationStepPage.tsx'
import { type ApplicationForm, applicationMessages, applicationUrl } from './application.ts'
import { emptyApplication, parseApplication } from './application-form.ts'
import { findApplication, insertApplication, setConfirmed } from './queries.ts'
import { applyForAccount, confirmApplication } from './schemas.ts'
import { tradeAccountPage } from './TradeAccountPage.tsx'

const hourSeconds = 3600
const sentUrl = `${applicationUrl}/sent`
const receivedUrl = `${applicationUrl}/received`

/** Anybody applies for a trade account, and confirms the e-mail address before staff see it (R-APPLICATION-1 and 2). */
export function applyRoutes(
  app: FastifyInstance,
  { context, visitors, pages, countries }: PageDeps & { countries: readonly Country[] },
): void {
  const { db, config, now } = context

  const renderForm = (form: ApplicationForm, errors: FieldErrors): PageResult =>
    toPageResult(tradeAccountPage, { form, countries, errors }, { title: 'Open a trade account', errors })

  pages.get(applicationUrl, {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    if (!person || isStaff(person)) return renderForm(emptyApplication, {})
    const { firstname, surname, company, telephone } = createFormValues(person)
    const { email } = person
    return renderForm({ ...emptyApplication, firstname, surname, company, telephone, email }, {})
  })

  handleForm({ app, pages }, applyForAccount, null, async ({ body, request, reject }) => {
    const { form, errors } = { form: body, ...parseApplication(body, countries) }
    const rejectForm = (faults: FieldErrors) => reject(faults, () => renderForm(body, faults))
    if (errors) return rejectForm(errors)
    const key = `trade-application:${toClientNetwork(request.ip)}`
    const { tradeApplicationsPerHour } = config.limits
    await enforceLimit(db, key, tradeApplicationsPerHour, hourSeconds, now(), applicationMessages.tooMany)
    if (!(await isWithinMailLimit(context, 'trade-application', form.email)))
      return rejectForm({ email: colleagueMessages.tooManyToAddress })
    await inTransaction(db, async tx => {
      const id = await insertApplication(tx, { form, requestKey: toRequestKey(form, now()), now: now() })
      const { email, firstname: name, company } = form
      if (id !== null) await confirmApplicationEmail.enqueue(tx, { id, email, name, company })
    })
    return { success: true, next_url: sentUrl }
  })

  const renderStep = (heading: string, text: string, confirmUrl: string | null = null, status = 200) =>
    toPageResult(
      applicationStepPage,
      { heading, text, confirmUrl, isGone: status === 404 },
      { title: heading, noindex: true, ...(status === 404 && { status }) },
    )
  const linkGone = () => renderStep('Trade account', applicationMessages.linkGone, null, 404)

  pages.get(sentUrl, {}, async () => renderStep('Check your email', applicationMessages.sent))
  pages.get(receivedUrl, {}, async () => renderStep('Application received', applicationMessages.received))

  const readId = (token: string) => withEitherSecret(config, secret => readConfirmToken(secret, token))
  const findLinked = (id: number | null) => (id === null ? null : findApplication(db, id))

  // Opening the link changes nothing, because mail scanners open links too: the page's button does.
  pages.get(
    `${applicationUrl}/confirm/:token`,
    { params: confirmApplication.params },
    async ({ params: { token } }) => {
      const application = await findLinked(readId(token))
      if (!application) return linkGone()
      if (application.state !== 'unconfirmed') return { to: receivedUrl }
      const { company, email } = application.form
      const text = `Is ${email} the address that we may write to about a trade account for ${company}?`
      return renderStep('Confirm your application', text, `${applicationUrl}/confirm/${token}`)
    },
  )

  handleForm({ app, pages }, confirmApplication, null, async ({ params: { token }, request, reply }) => {
    const id = readId(token)
    if (id !== null) await setConfirmed(db, id, now())
    const application = await findLinked(id)
    if (application && application.state !== 'unconfirmed') return { success: true, next_url: receivedUrl }
    if (!isPlainForm(request)) throw new Problem(404, applicationMessages.linkGone)
    await pages.send(request, reply, linkGone())
    return { success: false, next_url: '' }
  })
}

/** The same application on the same day is the same row. */
const toRequestKey = (form: ApplicationForm, now: Date): string =>
  hashToken(`${now.toISOString().slice(0, 10)} ${JSON.stringify(form)}`).toString('base64url')
