import { z } from 'zod'
import type { Visitors } from '../accounts/server.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { Problem } from '../shared/problem.ts'
import { confirmationPage } from './ConfirmationPage.tsx'
import { confirmationOf } from './confirmation.ts'
import { ownOrder } from './data.ts'

interface Wiring {
  house: House
  visitors: Visitors
  pages: Pages
}

export function orderRoutes({ house, visitors, pages }: Wiring): void {
  const params = z.object({ reference: z.string().max(20) })
  // The buyer's own browser or his login only: to anybody else the order does not exist.
  pages.get('/order/:reference/confirmation', { params }, async ({ params: { reference }, request }) => {
    const { sessionHash, person } = await visitors.of(request)
    const order = await ownOrder(house.db, reference, { sessionHash, personId: person?.id ?? null })
    if (!order) throw new Problem(404)
    const props = confirmationOf(order)
    return show(confirmationPage, props, { title: `${props.headline} (${reference})`, noindex: true })
  })
}
