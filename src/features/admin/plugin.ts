import type { FastifyInstance } from 'fastify'
import { show } from '../../infra/pages/render.ts'
import { overviewPage } from './OverviewPage.tsx'
import { type AdminDeps, adminPage } from './service.ts'
import type { AdminTask } from './task.ts'

export interface AdminOverviewDeps extends AdminDeps {
  /** One of each feature that has work for staff. */
  listTasks: (() => Promise<AdminTask[]>)[]
}

/** The staff's overview. Each feature adds the pages of its own section and counts its own tasks. */
export async function adminPlugin(_app: FastifyInstance, deps: AdminOverviewDeps): Promise<void> {
  adminPage(deps, '/admin', {}, async () => {
    const tasks = await Promise.all(deps.listTasks.map(list => list()))
    return show(overviewPage, { tasks: tasks.flat() }, { title: 'Back office' })
  })
}
