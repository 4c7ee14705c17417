import type { FastifyInstance } from 'fastify'
import { decideLastBackup } from '../../infra/backup/last-backup.ts'
import { nameCommands } from '../../infra/command-names.ts'
import { checkDisk } from '../../infra/disk.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { includesRight, listHeldRights } from '../accounts/staff/staff-right.ts'
import { openingUrl } from './navigation.ts'
import { overviewPage } from './OverviewPage.tsx'
import { listOpeningFindings, type OpeningDeps } from './opening/findings.server.ts'
import { openingPage } from './opening/OpeningPage.tsx'
import { type AdminDeps, addAdminPage } from './service.ts'
import { staffListRoutes } from './staff/staff-list.server.ts'
import { staffRoutes } from './staff/staff-routes.server.ts'
import { savedViewRoutes } from './table/service.ts'
import type { AdminTask, OverviewNote } from './task.ts'

export interface AdminOverviewDeps extends AdminDeps, Omit<OpeningDeps, 'context'> {
  /** One of each feature that has work for staff. */
  listTasks: (() => Promise<AdminTask[]>)[]
  /** The notes of colleagues for a member of staff. */
  listNotes: (personId: number) => Promise<OverviewNote[]>
}

/** The staff's overview, and what is missing before the shop opens. Each feature adds the pages of its own section. */
export async function adminPlugin(app: FastifyInstance, deps: AdminOverviewDeps): Promise<void> {
  savedViewRoutes(app, deps)
  staffListRoutes(app, deps)
  staffRoutes(app, deps)

  addAdminPage(deps, '/admin', { right: 'any' }, async ({ staff }) => {
    const held = listHeldRights(staff)
    const isManager = includesRight(held, 'manager')
    const [missing, warnings, notes, ...tasks] = await Promise.all([
      isManager ? countMissing(deps) : 0,
      isManager ? listWarnings(deps) : [],
      deps.listNotes(staff.id),
      ...deps.listTasks.map(list => list()),
    ])
    const ownTasks = tasks.flat().filter(({ right }) => includesRight(held, right))
    return toPageResult(overviewPage, { tasks: ownTasks, notes, missing, warnings }, { title: 'Overview' })
  })

  addAdminPage(deps, openingUrl, { right: 'manager' }, async () =>
    toPageResult(openingPage, { findings: await listOpeningFindings(deps) }, { title: 'Before you open' }),
  )
}

async function countMissing(deps: OpeningDeps): Promise<number> {
  return (await listOpeningFindings(deps)).filter(({ state }) => state === 'problem').length
}

/** What the server's check warns of and no list shows (R-FAILURE-4). */
async function listWarnings({ context: { config, now } }: OpeningDeps): Promise<string[]> {
  const verdicts = [decideLastBackup(config, now()), await checkDisk(config.dataDir)]
  return verdicts.filter(([state]) => state !== 'ok').map(([, sentence]) => nameCommands(sentence))
}
