import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, findRow } from '../../infra/database/query.ts'
import type { EmailForStaff } from '../../infra/mail/define-email.server.ts'
import { dequeueEmail, isToBeSent, requeueEmail } from '../../infra/mail/outbox.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import type { AdminDeps } from '../back-office/service.ts'
import { createStaffAction, done, refuse } from '../back-office/staff-action.server.ts'
import { canBeRedirected, failuresUrl, isFailedJob } from './failure-list.server.ts'
import { giveUpEmail, redirectEmail, removeJob, retryJob, sendUnsentEmail } from './schemas.ts'

const right = ['sales', 'accounts'] as const

interface UnsentEmail {
  id: number
  kind: string
  recipient: string
  /** False: it was sent, or given up. */
  isUnsent: boolean
}

/** The buttons beside e-mails that were not sent and jobs that failed (R-FAILURE-2, R-FAILURE-3). */
export function failureForms(app: FastifyInstance, deps: AdminDeps, emails: readonly EmailForStaff[]): void {
  const { db } = deps.context
  const readEmail = (database: Db | Tx, id: number, lock = sql``) =>
    findRow(database)<UnsentEmail>`
      select id, kind, recipient, ${isToBeSent} as "isUnsent" from mail_outbox where id = ${id} ${lock}`

  const emailAction = createStaffAction(app, deps, {
    load: async ({ id }: { id: number }) => {
      const email = await readEmail(db, id)
      if (!email) throw new Problem(404)
      return { ...email, version: email.recipient }
    },
    // A worker that sends it has the row: the answer waits for the result.
    lock: async (tx, { id }) => {
      const email = (await readEmail(tx, id, sql`for update`))!
      return { ...email, version: email.recipient }
    },
    describeChanges: ({ isUnsent, recipient }) =>
      isUnsent
        ? `A colleague has sent it to ${recipient} meanwhile.`
        : 'It was sent or given up meanwhile, so there is nothing to do.',
    toUrl: () => `${failuresUrl}?show=emails`,
  })
  const toAudit = ({ id, kind }: UnsentEmail, action: string) => ({
    action,
    subject: `email ${id}`,
    detail: kind,
  })
  const isPossible = ({ isUnsent }: UnsentEmail) => isUnsent

  emailAction(sendUnsentEmail, {
    right,
    isPossible,
    change: async (tx, _form, email) => {
      await requeueEmail(tx, email.id)
      return done(`The email to ${email.recipient} is tried again now.`, toAudit(email, 'e-mail tried again'))
    },
  })

  emailAction(redirectEmail, {
    right,
    isPossible,
    change: async (tx, { body }, email) => {
      const recipient = normaliseEmail(body.email)
      if (!canBeRedirected(email.kind, emails))
        return refuse('This email has a link that lets its reader in, so it can go to nobody else.')
      if (!isEmail(recipient)) return refuse('Enter a whole email address.')
      await execute(
        tx,
      )`update mail_outbox set recipient = ${recipient}, last_error = null where id = ${email.id}`
      await requeueEmail(tx, email.id)
      return done(`The email goes to ${recipient}.`, toAudit(email, 'e-mail sent to another address'))
    },
  })

  emailAction(giveUpEmail, {
    right,
    isPossible,
    change: async (tx, { now }, email) => {
      await execute(tx)`update mail_outbox set given_up_at = ${now} where id = ${email.id}`
      await dequeueEmail(tx, email.id)
      return done(`The email to ${email.recipient} is given up.`, toAudit(email, 'e-mail given up'))
    },
  })
  jobForms(app, deps)
}

function jobForms(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context
  const readJob = (database: Db | Tx, id: number) =>
    findRow(database)<{ id: number; task: string; version: number }>`
      select id::int, task_identifier as task, attempts::int as version
      from graphile_worker.jobs where id = ${id} and ${isFailedJob}`

  const jobAction = createStaffAction(app, deps, {
    load: async ({ id }: { id: number }) => (await readJob(db, id)) ?? { id, task: '', version: -1 },
    lock: async (tx, { id }) => (await readJob(tx, id)) ?? { id, task: '', version: -1 },
    describeChanges: () => 'It has run again or was removed meanwhile, so there is nothing to do.',
    toUrl: () => `${failuresUrl}?show=jobs`,
  })
  const toAudit = ({ id, task }: { id: number; task: string }, action: string) => ({
    action,
    subject: `job ${id}`,
    detail: task,
  })

  jobAction(retryJob, {
    right: 'manager',
    change: async (tx, _form, job) => {
      await execute(
        tx,
      )`select graphile_worker.reschedule_jobs(array[${job.id}::bigint], now(), attempts := 0)`
      return done('The job is tried again now.', toAudit(job, 'job tried again'))
    },
  })

  jobAction(removeJob, {
    right: 'manager',
    change: async (tx, _form, job) => {
      await execute(tx)`select graphile_worker.complete_jobs(array[${job.id}::bigint])`
      return done('The job is removed.', toAudit(job, 'job removed'))
    },
  })
}
