import { show } from '../platform/render.ts'
import { overviewPage } from './OverviewPage.tsx'
import { type AdminDeps, adminPage } from './server.ts'
import type { AdminTask } from './task.ts'

/** The staff's overview. Each feature adds the pages of its own section and counts its own tasks. */
export function adminRoutes(deps: AdminDeps, taskLists: (() => Promise<AdminTask[]>)[]): void {
  adminPage(deps, '/admin', {}, async () => {
    const tasks = await Promise.all(taskLists.map(list => list()))
    return show(overviewPage, { tasks: tasks.flat() }, { title: 'Back office' })
  })
}
