import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { getValue } from '../../infra/database/query.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { isEmail } from '../../lib/contact/email.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { pluralize } from '../../lib/count.ts'
import { formatDateOf } from '../../lib/dates.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import { privacyUrl, toSubjectUrl } from '../back-office/navigation.ts'
import { type AdminDeps, addAdminFile, addAdminPage, type Rejection } from '../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../back-office/staff-action.server.ts'
import type { AdminTask } from '../back-office/task.ts'
import { deletePictures } from '../returns/service.ts'
import { dataSubjectPage } from './DataSubjectPage.tsx'
import { eraseSubject } from './erase.server.ts'
import { exportSubject } from './export.server.ts'
import { privacyPage } from './PrivacyPage.tsx'
import { listObstacles, staffRefusal } from './privacy.ts'
import {
  type DataSubject,
  decideRequest,
  type ErasureRequest,
  findOpenRequest,
  findSubjectByKey,
  findSubjectKey,
  insertRequest,
  listOpenRequests,
  lockSubject,
  readOpenBusiness,
  readScope,
  type SubjectScope,
} from './queries.ts'
import { cancelErasure, confirmErasure, findSubject, requestErasure } from './schemas.ts'

const right = 'manager'

/** Requests that wait for a second manager, for the overview. */
export async function listPrivacyTasks(db: Db): Promise<AdminTask[]> {
  const count = await getValue(db)<number>`select count(*)::int from erasure_request where email is not null`
  return [{ name: 'Requests to erase personal data', count, url: privacyUrl, right, isWaiting: true }]
}

/** What is stored about a person: exported, and erased by two managers. */
export async function privacyPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { context } = deps
  const { db } = context
  const renderList = async (email = '', { notice, errors }: Rejection = { notice: null, errors: {} }) => {
    const requests = (await listOpenRequests(db)).map(({ name, subject, requestedByName, requestedAt }) => ({
      name,
      url: toSubjectUrl(subject),
      requested: `${formatDateOf(requestedAt)}, ${requestedByName}`,
    }))
    return toPageResult(privacyPage, { requests, email, notice, errors }, { title: 'Personal data', errors })
  }
  addAdminPage(deps, privacyUrl, { right }, () => renderList())

  const listAction = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: (_form, { url }) => String(url ?? privacyUrl),
    render: (_target, email: string, rejection) => renderList(email, rejection),
  })
  listAction(findSubject, {
    right,
    typed: ({ body: { email } }) => email,
    reply: { url: null },
    run: async ({ body: { email } }) => {
      if (!isEmail(normaliseEmail(email))) return invalid({ email: 'Enter a whole email address.' })
      const key = await findSubjectKey(db, email)
      return key === null
        ? invalid({ email: 'Nothing is stored about this email address.' })
        : { ...done(''), reply: { url: toSubjectUrl(key) } }
    },
  })
  subjectRoutes(app, deps)
}

/** A subject as its forms act on it; `version`: the id of the open request. */
interface SubjectTarget {
  subject: DataSubject
  request: ErasureRequest | null
  version: number
}

async function loadTarget(database: Db | Tx, key: string): Promise<SubjectTarget> {
  const subject = await findSubjectByKey(database, key)
  if (!subject) throw new Problem(404)
  const request = subject.erasedAt ? null : await findOpenRequest(database, subject)
  return { subject, request, version: request?.id ?? 0 }
}

const toAudit = ({ key }: DataSubject, action: string, detail = '') => ({
  action,
  subject: key.replace(/^application-/, 'trade application ').replace('-', ' '),
  detail,
})

const readObstacles = async (database: Db | Tx, { isStaff }: DataSubject, scope: SubjectScope) =>
  isStaff ? [staffRefusal] : listObstacles(await readOpenBusiness(database, scope))

function subjectRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db, now } = context
  const params = z.object({ subject: z.string().max(40) })
  addAdminPage(deps, `${privacyUrl}/:subject`, { right, params }, async ({ params, staff }) =>
    renderSubject(context, await loadTarget(db, params.subject), staff.id),
  )

  addAdminFile(
    app,
    deps,
    `${privacyUrl}/:subject/export`,
    { right, params },
    async ({ params, reply, staff }) => {
      const { subject } = await loadTarget(db, params.subject)
      if (subject.erasedAt || subject.isStaff) throw new Problem(404)
      const scope = await readScope(db, subject)
      const entry = { ...toAudit(subject, 'personal data exported'), actor: toActor(staff.id), now: now() }
      await inTransaction(db, tx => addAuditEntry(tx, entry))
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="personal-data-${subject.key}.zip"`)
        .header('cache-control', 'private, no-store')
        .send(await exportSubject(context, subject, scope))
    },
  )

  const subjectAction = createStaffAction(app, deps, {
    load: ({ subject }: { subject: string }) => loadTarget(db, subject),
    lock: async (tx, { subject }: SubjectTarget) => {
      await lockSubject(tx, subject)
      return loadTarget(tx, subject.key)
    },
    describeChanges: ({ request }) =>
      request ? 'A colleague has asked for the erasure.' : 'A colleague has cancelled the request.',
    toUrl: ({ params: { subject } }) => toSubjectUrl(subject),
    render: (target, _typed: undefined, rejection, staff) =>
      renderSubject(context, target, staff.id, rejection),
  })

  subjectAction(requestErasure, {
    right,
    findEarlier: async (_tx, { staff }, { request }) =>
      request?.requestedBy === staff.id ? done(requestedMessage) : null,
    isPossible: ({ subject, request }) => !subject.erasedAt && request === null,
    change: async (tx, { staff, now }, { subject }) => {
      const obstacles = await readObstacles(tx, subject, await readScope(tx, subject))
      if (obstacles.length > 0) return refuse(obstacles.join(' '))
      await insertRequest(tx, subject, staff.id, now)
      return done(requestedMessage, toAudit(subject, 'erasure requested'))
    },
  })

  subjectAction(cancelErasure, {
    right,
    findEarlier: async (_tx, _form, { subject, request }) =>
      request === null && !subject.erasedAt ? done('The request is cancelled.') : null,
    isPossible: ({ request }) => request !== null,
    change: async (tx, { staff, now }, { subject, request }) => {
      await decideRequest(tx, request!.id, { by: staff.id, at: now, isErased: false })
      return done('The request is cancelled.', toAudit(subject, 'erasure cancelled'))
    },
  })

  subjectAction(confirmErasure, {
    right,
    validate: ({ body }) => ({
      errors: body.confirm ? {} : { confirm: 'Tick “It cannot be undone” first.' },
    }),
    findEarlier: async (_tx, _form, { subject }) => (subject.erasedAt ? done(erasedMessage) : null),
    isPossible: ({ request }) => request !== null,
    change: async (tx, { staff, now }, { subject, request }) => {
      if (request!.requestedBy === staff.id)
        return refuse('Another manager confirms what you have asked for.')
      const scope = await readScope(tx, subject)
      const obstacles = await readObstacles(tx, subject, scope)
      if (obstacles.length > 0) return refuse(obstacles.join(' '))
      await decideRequest(tx, request!.id, { by: staff.id, at: now, isErased: true })
      const { papers, pictures } = await eraseSubject(tx, scope, now)
      // After the commit; what a crash leaves, the sweep of unused pictures deletes.
      const message = () => deletePictures(context, pictures).then(() => erasedMessage)
      return done(message, toAudit(subject, 'erasure confirmed', formatErased(scope, papers)))
    },
  })
}

const requestedMessage = 'Another manager has been asked to erase it, and confirms it on this page.'
const erasedMessage = 'Erased. Invoices, credit notes and their orders stay for as long as the law asks.'

const formatErased = ({ orderIds, returnIds, applicationIds }: SubjectScope, papers: number): string =>
  [
    `${pluralize(papers, 'order')} with papers kept`,
    pluralize(orderIds.length - papers, 'order or quote', 'orders and quotes'),
    pluralize(returnIds.length, 'return'),
    pluralize(applicationIds.length, 'trade application'),
  ].join(', ')

async function renderSubject(
  context: AppContext,
  { subject, request, version }: SubjectTarget,
  staffId: number,
  { notice, errors }: Rejection = { notice: null, errors: {} },
) {
  const { db } = context
  const { key, name, email, erasedAt } = subject
  const scope = erasedAt ? null : await readScope(db, subject)
  const props = {
    url: toSubjectUrl(key),
    version: String(version),
    name: erasedAt ? 'Erased person' : name || email,
    email,
    hasLogin: subject.personId !== null,
    isStaff: subject.isStaff,
    counts: {
      orders: scope?.orderIds.length ?? 0,
      returns: scope?.returnIds.length ?? 0,
      applications: scope?.applicationIds.length ?? 0,
    },
    erasedOn: erasedAt && formatDateOf(erasedAt),
    obstacles: scope ? await readObstacles(db, subject, scope) : [],
    request: request && {
      requested: `${request.requestedByName} on ${formatDateOf(request.requestedAt)}`,
      isByReader: request.requestedBy === staffId,
    },
    notice,
    errors,
  }
  return toPageResult(dataSubjectPage, props, { title: props.name, errors })
}
