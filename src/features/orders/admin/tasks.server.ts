import type { Db } from '../../../infra/app-context.ts'
import type { AdminTask } from '../../admin/task.ts'
import { countGroup } from './groups.ts'
import { countOrdersByState, countRefundProblems } from './queries.ts'

/** What staff have to do with orders. */
export async function listOrderTasks(db: Db): Promise<AdminTask[]> {
  const [counts, refundProblems] = await Promise.all([countOrdersByState(db), countRefundProblems(db)])
  return [
    {
      name: 'Orders to despatch',
      count: countGroup('placed', counts),
      url: '/admin/orders?state=placed',
      isWaiting: false,
    },
    {
      name: 'Orders held',
      count: countGroup('held', counts),
      url: '/admin/orders?state=held',
      isWaiting: true,
    },
    {
      name: 'Refunds to check',
      count: refundProblems,
      url: '/admin/orders?state=refunds',
      isWaiting: true,
    },
  ]
}
