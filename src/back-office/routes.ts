import type { FastifyInstance } from 'fastify'
import type { Payments } from '../payments/server.ts'
import { show } from '../platform/render.ts'
import { countQuotes } from '../quotes/server.ts'
import { overviewPage, type Task } from './OverviewPage.tsx'
import { countOrders, countRefundTroubles } from './order-data.server.ts'
import { orderDeskRoutes } from './order-desk.server.ts'
import { countIn } from './order-groups.ts'
import { quoteDeskRoutes } from './quote-desk.server.ts'
import { type Desk, staffPage } from './staff.server.ts'

export interface BackOfficeDeps extends Desk {
  payments: Payments | null
}

/** The back office (contract §4): staff only. */
export async function backOfficePlugin(app: FastifyInstance, deps: BackOfficeDeps): Promise<void> {
  staffPage(deps, '/admin', {}, async () =>
    show(
      overviewPage,
      { tasks: [...(await orderTasks(deps)), ...(await quoteTasks(deps))] },
      { title: 'Back office' },
    ),
  )
  orderDeskRoutes(app, deps, deps.payments)
  quoteDeskRoutes(app, deps)
}

async function orderTasks({ house }: Desk): Promise<Task[]> {
  const [counts, troubles] = await Promise.all([countOrders(house.db), countRefundTroubles(house.db)])
  return [
    {
      name: 'Orders placed',
      count: countIn('placed', counts),
      url: '/admin/orders?state=placed',
      isWaiting: false,
    },
    {
      name: 'Orders held: account on stop',
      count: countIn('held', counts),
      url: '/admin/orders?state=held',
      isWaiting: true,
    },
    {
      name: 'Refunds to look at',
      count: troubles,
      url: '/admin/orders?state=refunds',
      isWaiting: true,
    },
  ]
}

async function quoteTasks({ house }: Desk): Promise<Task[]> {
  const counts = await countQuotes(house.db)
  return [
    {
      name: 'Quotes to price',
      count: counts.quote_requested ?? 0,
      url: '/admin/quotes?state=quote_requested',
      isWaiting: true,
    },
    {
      name: 'Quotes with customers',
      count: counts.quote_approved ?? 0,
      url: '/admin/quotes?state=quote_approved',
      isWaiting: false,
    },
  ]
}
