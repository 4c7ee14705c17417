import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { areaOf } from '../accounts/area.ts'
import { membersOf, requirePerson, toLogin, type Visitors } from '../accounts/server.ts'
import { isHeadBuyer, type Person } from '../accounts/visitor.ts'
import { handle, isPlainForm } from '../platform/handle.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { type Shown, show } from '../platform/render.ts'
import { Problem } from '../shared/problem.ts'
import { approvalsPage } from './ApprovalsPage.tsx'
import { rejectApproval, saveUsers } from './contract.ts'
import { decidedOrders, waitingOrders } from './data.ts'
import { approvalWords } from './judge.ts'
import { checkReason, type RefusedReason } from './reason.ts'
import { reject, setUsers } from './server.ts'
import { decidedRow, waitingRow } from './view.ts'
import { reasonWords, rejectedWords, savedWords, usersWords } from './words.ts'

export interface ApprovalsDeps {
  house: House
  visitors: Visitors
  pages: Pages
}

const path = '/account/approvals'
const mostWaiting = { orders: 100, lines: 5 }
const mostDecided = 20
/** What is answered when a screen was sent instead. */
const notDone = { success: false, message: '' }

/** Where head buyers say whose orders need approval, and decide about those that wait. */
export async function approvalsPlugin(
  app: FastifyInstance,
  { house, visitors, pages }: ApprovalsDeps,
): Promise<void> {
  const { db } = house

  pages.get(path, {}, async ({ request }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    return screen(person, null)
  })

  handle(
    app,
    saveUsers,
    async ({ body, request }) => {
      const refused = await setUsers(house, await requirePerson(visitors, request), body.selectedUsers)
      if (refused) throw new Problem(403, usersWords[refused])
      return { success: true, message: savedWords }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { message }) =>
        pages.redirect(reply, { to: path, flash: { kind: 'success', text: message } }),
    },
  )

  handle(
    app,
    rejectApproval,
    async ({ params: { id }, body: { reason }, request, reply }) => {
      const person = await requirePerson(visitors, request)
      const wrong = checkReason(reason)
      if (wrong) return refuseReason(request, reply, person, { id, reason, error: reasonWords[wrong] })
      const said = await reject(house, person, id, reason)
      if (said.rejected) {
        const { reference, contact } = said.order
        return { success: true, message: rejectedWords(reference, contact.name) }
      }
      if (said.why === 'unseen') throw new Problem(404)
      if (said.why === 'not_yours') throw new Problem(403, approvalWords.not_yours_to_give)
      return { success: false, message: approvalWords[said.why] }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { success, message }) =>
        pages.redirect(reply, {
          to: `${path}#waiting`,
          flash: { kind: success ? 'success' : 'danger', text: message },
        }),
    },
  )

  const refuseReason = async (
    request: FastifyRequest,
    reply: FastifyReply,
    person: Person,
    refused: RefusedReason,
  ) => {
    if (!isPlainForm(request)) throw new Problem(422, refused.error, { errors: { reason: [refused.error] } })
    await pages.send(request, reply, await screen(person, refused))
    return notDone
  }

  const screen = async (person: Person, refused: RefusedReason | null): Promise<Shown> => {
    if (!isHeadBuyer(person) || !person.company) throw new Problem(403, usersWords.not_a_head_buyer)
    const [members, waiting, decided] = await Promise.all([
      membersOf(db, person.company.id),
      waitingOrders(db, person.company.id, mostWaiting),
      decidedOrders(db, person.company.id, mostDecided),
    ])
    const props = {
      area: areaOf(person),
      company: person.company.name,
      mayDecide: !person.ordersRequireApproval,
      users: members
        .filter(member => member.isActive)
        .map(({ id, email, name, needsApproval }) => ({
          id,
          email,
          name,
          needsApproval,
          isSelf: id === person.id,
        })),
      waiting: waiting.rows.map(order => waitingRow(order, person.id)),
      waitingTotal: waiting.total,
      decided: decided.map(decidedRow),
      refused,
    }
    const title = 'User Permissions'
    return show(approvalsPage, props, {
      title: refused ? `Error: ${title}` : title,
      noindex: true,
      status: refused ? 422 : 200,
    })
  }
}
