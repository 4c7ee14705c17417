import type { FastifyInstance } from 'fastify'
import { toPageResult } from '../../infra/pages/render.ts'
import { overviewPage } from './OverviewPage.tsx'
import { type AdminDeps, addAdminPage } from './service.ts'
import type { AdminTask } from './task.ts'

export interface AdminOverviewDeps extends AdminDeps {
  /** One of each feature that has work for staff. */
  listTasks: (() => Promise<AdminTask[]>)[]
}

/** The staff's overview. Each feature adds the pages of its own section and counts its own tasks. */
export async function adminPlugin(_app: FastifyInstance, deps: AdminOverviewDeps): Promise<void> {
  addAdminPage(deps, '/admin', {}, async () => {
    const tasks = await Promise.all(deps.listTasks.map(list => list()))
    return toPageResult(overviewPage, { tasks: tasks.flat() }, { title: 'Back office' })
  })
}
