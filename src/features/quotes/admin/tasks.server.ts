import type { Db } from '../../../infra/app-context.ts'
import type { AdminTask } from '../../back-office/task.ts'
import { countQuotesByState } from './quote-list.server.ts'

/** What staff have to do with quotes. */
export async function listQuoteTasks(db: Db): Promise<AdminTask[]> {
  const counts = await countQuotesByState(db, ['quote_requested', 'quote_approved'])
  return [
    {
      name: 'Quotes to price',
      count: counts.quote_requested ?? 0,
      url: '/admin/quotes?state=quote_requested',
      right: 'sales',
      isWaiting: true,
    },
    {
      name: 'Quotes to answer',
      count: counts.to_answer ?? 0,
      url: '/admin/quotes?state=to_answer',
      right: 'sales',
      isWaiting: true,
    },
    {
      name: 'Quotes with customers',
      count: counts.quote_approved ?? 0,
      url: '/admin/quotes?state=quote_approved',
      right: 'sales',
      isWaiting: false,
    },
  ]
}
