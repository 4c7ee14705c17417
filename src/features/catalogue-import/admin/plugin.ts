import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { inSnapshot, inTransaction } from '../../../infra/database/db.ts'
import { addMultipartParser, listUploadedFiles } from '../../../infra/http/body/multipart.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { isOn, requestKey, wholeNumber } from '../../../lib/calls/validate.ts'
import { toCsvLine } from '../../../lib/csv.ts'
import { toOneLine } from '../../../lib/text.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import { includesRight, listHeldRights } from '../../accounts/staff/staff-right.ts'
import type { Person } from '../../accounts/visitor.ts'
import {
  type AdminDeps,
  addAdminFile,
  addAdminPage,
  type Rejection,
  requireStaff,
} from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import { writeExport } from '../export/write-export.server.ts'
import { applyImport, dropImport, undoImport } from '../schemas.ts'
import { getRunFolder, getUploadPath } from '../uploads/run-import.server.ts'
import {
  endBrokenRuns,
  enqueueRun,
  findRun,
  findRunByRequest,
  insertRun,
  lockRun,
  setState,
} from '../uploads/run-queries.server.ts'
import {
  formatResult,
  type ImportUpload,
  importRight,
  importsUrl,
  listGuards,
  maxUploadBytes,
  type RunState,
  runMessages,
  runningStates,
  toImportUrl,
  uploadUrl,
} from '../uploads/runs.ts'
import { importOrder } from '../validation/columns.ts'
import { createTemplates } from '../validation/templates.ts'
import { importPage } from './ImportPage.tsx'
import { importListRoutes } from './import-list.server.ts'
import { toImportView } from './import-view.ts'
import { uploadPage } from './UploadPage.tsx'

/** Import and export in the browser (R-IMPORT-19 to R-IMPORT-23). */
export async function importsAdminPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db, config } = context
  importListRoutes(app, deps)

  const renderUpload = (error = ''): PageResult =>
    toPageResult(
      uploadPage,
      { requestKey: randomUUID(), files: importOrder, errors: error === '' ? {} : { files: error } },
      { title: 'Upload or download files', errors: error === '' ? {} : { files: error } },
    )
  addAdminPage(deps, uploadUrl, { right: importRight }, async () => renderUpload())

  for (const file of importOrder) {
    const options = { right: file === 'prices.csv' ? 'manager' : importRight } as const
    addAdminFile(app, deps, `${importsUrl}/export/${file}`, options, async ({ reply }) => {
      // Written to the disk first, so that a slow download keeps no transaction open.
      const path = join(config.dataDir, `export-${randomUUID()}`)
      const handle = await open(path, 'wx+', 0o600)
      await unlink(path)
      reply.raw.once('close', () => void handle.close())
      await inSnapshot(db, async tx =>
        writeExport(
          { query: async text => ({ rows: (await sql.raw(text).execute(tx)).rows as never[] }) },
          file,
          handle,
        ),
      )
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file}"`)
        .header('cache-control', 'private, no-store')
        .send(handle.createReadStream({ start: 0, autoClose: false }))
    })
  }

  addAdminFile(
    app,
    deps,
    `${importsUrl}/template/:name`,
    { right: importRight, params: z.object({ name: z.string().max(40) }) },
    async ({ params: { name }, reply }) => {
      const template = createTemplates().find(each => each.name === name)
      if (!template) throw new Problem(404)
      return reply
        .type(`${name.endsWith('.csv') ? 'text/csv' : 'text/plain'}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(template.text)
    },
  )

  // Only the route of this instance parses multipart forms.
  app.register(async files => {
    addMultipartParser(files, { context, maxBytes: maxUploadBytes, tooLarge: runMessages.tooLarge })
    files.post(
      uploadUrl,
      {
        bodyLimit: maxUploadBytes,
        onRequest: async request => void (await requireStaff(visitors, request, importRight)),
      },
      async (request, reply) => {
        const staff = await requireStaff(visitors, request, importRight)
        const id = await storeUpload(request, staff)
        if (typeof id === 'number') return pages.redirect(reply, { to: toImportUrl(id) })
        const page = renderUpload(id.refusal)
        return pages.send(request, reply, { ...page, head: { ...page.head, noindex: true, status: 422 } })
      },
    )
  })

  const storeUpload = async (
    request: FastifyRequest,
    staff: Person,
  ): Promise<number | { refusal: string }> => {
    const fields = (request.body ?? {}) as Record<string, unknown>
    const key = requestKey.safeParse(toOneLine(fields.request_key))
    const uploads = listUploadedFiles(request, 'files')
    if (uploads.length === 0 || !key.success) return { refusal: runMessages.noFiles }
    const isManager = includesRight(listHeldRights(staff), 'manager')
    if (!isManager && uploads.some(({ name }) => /^prices\.csv$/i.test(name)))
      return { refusal: runMessages.prices }
    const earlier = await findRunByRequest(db, key.data)
    if (earlier !== null) return earlier
    const files = uploads.map(({ name, size }) => ({ name: name.split(/[\\/]/).at(-1)!, bytes: size }))
    const now = context.now()
    const id = await inTransaction(db, async tx => {
      const run = {
        staffId: staff.id,
        requestKey: key.data,
        files,
        replaces: isOn(toOneLine(fields.replace)),
        now,
      }
      const created = await insertRun(tx, run)
      if (created === null) return null
      const folder = getRunFolder(context, created)
      // Of an import with this number in a database that was there before.
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      for (const [nth, upload] of uploads.entries()) await upload.copyTo(getUploadPath(folder, nth))
      const detail = files.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ')
      await addAuditEntry(tx, {
        ...{ action: 'import files uploaded', subject: `import ${created}`, detail },
        ...{ actor: toActor(staff.id), now },
      })
      await enqueueRun(tx, created)
      return created
    })
    return id ?? (await findRunByRequest(db, key.data))!
  }

  const params = z.object({ id: wholeNumber(1, 999_999_999) })
  const load = async ({ id }: { id: number }): Promise<ImportUpload> => {
    await endBrokenRuns(db)
    const run = await findRun(db, id)
    if (!run) throw new Problem(404)
    return run
  }
  const renderRun = (run: ImportUpload, typed: { count: string }, rejection: Rejection): PageResult =>
    toPageResult(
      importPage,
      { ...toImportView(run), typed, ...rejection },
      { title: `Import ${run.id}`, errors: rejection.errors },
    )

  addAdminPage(
    deps,
    `${importsUrl}/:id`,
    { right: importRight, params },
    async ({ params: target, reply }) => {
      const run = await load(target)
      // The page follows what is running, without a script.
      if (runningStates.includes(run.state)) reply.header('refresh', '2')
      return renderRun(run, { count: '' }, { errors: {}, notice: null })
    },
  )

  addAdminFile(
    app,
    deps,
    `${importsUrl}/:id/errors.csv`,
    { right: importRight, params },
    async ({ params: target, reply }) => {
      const { report, id } = await load(target)
      const rows = (report?.files ?? []).flatMap(({ file, listed, listedWarnings, refused }) => [
        ...(refused === null ? [] : [[file, '', refused]]),
        ...[...listed, ...listedWarnings].map(({ line, reason }) => [file, line, reason]),
      ])
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="import-${id}-errors.csv"`)
        .header('cache-control', 'private, no-store')
        .send([['file', 'line', 'reason'], ...rows].map(toCsvLine).join(''))
    },
  )

  const staffAction = createStaffAction(app, deps, {
    load,
    lock: async (tx, { id }: ImportUpload) => (await lockRun(tx, id))!,
    toUrl: ({ params: { id } }) => toImportUrl(id),
    describeChanges: () => 'The import has changed since this page was opened.',
    render: (run, typed: { count: string }, rejection) => renderRun(run, typed, rejection),
  })
  const typed = ({ body }: { body: unknown }) => ({ count: String((body as { count?: string }).count ?? '') })

  staffAction(applyImport, {
    right: importRight,
    typed,
    isPossible: ({ state }) => state === 'ready',
    findEarlier: async (_tx, _form, { state }) =>
      state === 'importing' ? done('The import has begun.') : null,
    change: async (tx, { staff, body }, run) => {
      const isManager = includesRight(listHeldRights(staff), 'manager')
      if (!isManager && run.report!.files.some(({ file }) => file === 'prices.csv'))
        return refuse(runMessages.prices)
      const { count } = listGuards(run.report!, run.replaces)
      if (count > 0 && body.count.replace(/[,\s]/g, '') !== String(count))
        return invalid({ count: runMessages.countWrong(count) })
      return start(tx, run, staff, 'importing', 'import started')
    },
  })
  staffAction(dropImport, {
    right: importRight,
    typed,
    isPossible: ({ state }) => state === 'ready',
    change: async (tx, _form, { id }) => {
      await setState(tx, { id, from: 'ready', to: 'dropped' })
      return done('The import was dropped. Nothing was changed.', {
        action: 'import dropped',
        subject: `import ${id}`,
      })
    },
  })
  staffAction(undoImport, {
    right: importRight,
    typed,
    isPossible: ({ state, report }) => state === 'done' && report!.canUndo,
    findEarlier: async (_tx, _form, { state }) =>
      state === 'undoing' ? done('The import is being undone.') : null,
    change: (tx, { staff }, run) => start(tx, run, staff, 'undoing', 'import undone'),
  })

  const start = async (
    tx: Parameters<typeof setState>[0],
    { id, state, report }: ImportUpload,
    staff: Person,
    to: RunState,
    action: string,
  ) => {
    await setState(tx, { id, from: state, to, staffId: staff.id })
    await enqueueRun(tx, id)
    return done('', {
      action,
      subject: `import ${id}`,
      detail: formatResult({ state: 'ready', message: '', report }),
    })
  }
}
