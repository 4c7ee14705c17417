import type { FastifyInstance } from 'fastify'
import { toPageResult } from '../../infra/pages/render.ts'
import { hasGodmode } from '../accounts/visitor.ts'
import { openingUrl } from './navigation.ts'
import { overviewPage } from './OverviewPage.tsx'
import { listOpeningFindings, type OpeningDeps } from './opening/findings.server.ts'
import { openingPage } from './opening/OpeningPage.tsx'
import { type AdminDeps, addAdminPage, addManagerPage } from './service.ts'
import type { AdminTask } from './task.ts'

export interface AdminOverviewDeps extends AdminDeps, Omit<OpeningDeps, 'context'> {
  /** One of each feature that has work for staff. */
  listTasks: (() => Promise<AdminTask[]>)[]
}

/** The staff's overview, and what is missing before the shop opens. Each feature adds the pages of its own section. */
export async function adminPlugin(_app: FastifyInstance, deps: AdminOverviewDeps): Promise<void> {
  addAdminPage(deps, '/admin', {}, async ({ staff }) => {
    const [missing, ...tasks] = await Promise.all([
      hasGodmode(staff) ? countMissing(deps) : 0,
      ...deps.listTasks.map(list => list()),
    ])
    return toPageResult(overviewPage, { tasks: tasks.flat(), missing }, { title: 'Back office' })
  })

  addManagerPage(deps, openingUrl, async () =>
    toPageResult(openingPage, { findings: await listOpeningFindings(deps) }, { title: 'Before you open' }),
  )
}

async function countMissing(deps: OpeningDeps): Promise<number> {
  return (await listOpeningFindings(deps)).filter(({ state }) => state === 'problem').length
}
