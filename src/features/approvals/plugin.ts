import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PageResult } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { toLondonTime } from '../../lib/dates.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import {
  getAccountPage,
  handleAccountForm,
  listCompanyMembers,
  type PageDeps,
  toAccountPage,
} from '../accounts/service.ts'
import {
  type Company,
  canPayOnAccount,
  isApprover,
  isHeadBuyer,
  needsApproval,
  type Person,
} from '../accounts/visitor.ts'
import { findCredit } from '../credit/service.ts'
import { approvalsPage } from './ApprovalsPage.tsx'
import {
  approvalSettingsMessages,
  findReasonError,
  formatApprovedMessage,
  formatRejectedMessage,
  type RejectedReason,
  settingsSavedMessage,
  toLimitFieldId,
} from './messages.ts'
import { findRequestSender, listDecidedRequests, listWaitingRequests } from './queries.ts'
import { approvalRefusalMessages, isLimit } from './rules.ts'
import { approveRequest, rejectApproval, saveDeputy, saveUsers } from './schemas.ts'
import { type RequestPlacer, rejectRequest, updateApprovalSettings, updateDeputy } from './service.ts'
import {
  type DeputyFormState,
  approvalsPath as path,
  type RefusedLimits,
  toDecidedRow,
  toDeputyForm,
  toWaitingRow,
} from './view.ts'

export interface ApprovalsDeps extends PageDeps {
  requestPlacer: RequestPlacer
}

const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

const pageSize = 10
const decidedLimit = 20

export async function approvalsPlugin(
  app: FastifyInstance,
  { context, visitors, pages, requestPlacer }: ApprovalsDeps,
): Promise<void> {
  const { config, db } = context
  const deps = { app, pages, visitors }

  getAccountPage(deps, path, { query: pageQuery }, ({ person, query: { page } }) =>
    renderApprovals(person, page, {}),
  )

  handleAccountForm(
    deps,
    saveUsers,
    ({ reply }, { message }) =>
      pages.redirect(reply, { to: path, flash: { kind: 'success', text: message } }),
    async ({ person, body, reject }) => {
      const result = await updateApprovalSettings(context, person, body.selectedUsers, body.amounts)
      if (!result.ok && result.reason === 'bad_amount') {
        const bad = body.amounts.filter(({ above }) => !isLimit(above))
        const errors = Object.fromEntries(
          bad.map(({ user }) => [toLimitFieldId(user), approvalSettingsMessages.bad_amount]),
        )
        const typed = new Map(body.amounts.map(({ user, above }) => [user, above]))
        const limits = { selected: body.selectedUsers, typed, errors }
        return reject(errors, () => renderApprovals(person, 1, { limits }))
      }
      if (!result.ok) throw new Problem(403, approvalSettingsMessages[result.reason])
      return { success: true, message: settingsSavedMessage }
    },
  )

  handleAccountForm(
    deps,
    saveDeputy,
    ({ reply }, { success, message }) =>
      pages.redirect(reply, {
        to: `${path}#deputy`,
        flash: { kind: success ? 'success' : 'danger', text: message },
      }),
    async ({ person, body, reject }) => {
      if (!isHeadBuyer(person)) throw new Problem(403, approvalSettingsMessages.not_a_head_buyer)
      const result = await updateDeputy(context, person, body)
      if (result.ok) return { success: true, message: result.message }
      const { errors } = result.reason
      return reject(errors, () => renderApprovals(person, 1, { deputy: { typed: body, errors } }))
    },
  )

  handleAccountForm(
    deps,
    rejectApproval,
    ({ reply }, { success, message }) =>
      pages.redirect(reply, {
        to: `${path}#waiting`,
        flash: { kind: success ? 'success' : 'danger', text: message },
      }),
    async ({ person, params: { id }, body: { reason }, reject }) => {
      const error = findReasonError(reason)
      if (error !== null)
        return reject({ reason: error }, () =>
          renderApprovals(person, 1, { rejection: { id, reason, error } }),
        )
      const result = await rejectRequest(context, person, id, reason)
      if (result.ok) {
        const { reference, contact } = result.order
        return { success: true, message: formatRejectedMessage(reference, contact.name) }
      }
      if (result.reason === 'unseen') throw new Problem(404)
      if (result.reason === 'not_yours') throw new Problem(403, approvalRefusalMessages.not_yours_to_give)
      return { success: false, message: approvalRefusalMessages[result.reason] }
    },
  )

  handleAccountForm(
    deps,
    approveRequest,
    ({ reply, params: { id } }, { success, message }) =>
      pages.redirect(reply, {
        to: success ? `${path}#waiting` : `${path}#order-${id}`,
        flash: { kind: success ? 'success' : 'danger', text: message },
      }),
    async ({ person, params: { id }, body: { delivery_arg, shown_total }, request, reply }) => {
      const day = delivery_arg === undefined ? undefined : delivery_arg || null
      const displayed = { day, total: shown_total ?? null }
      const result = await requestPlacer.placeRequest({ request, reply }, person, id, displayed)
      if (!result.ok) {
        const message = fillInContact(result.reason, config.contact)
        return { success: false, message, reference: null, next_url: null }
      }
      const { reference } = result
      const sent = await findRequestSender(db, id)
      const message = formatApprovedMessage(sent.reference, reference, sent.sender)
      return { success: true, message, reference, next_url: `/order/${reference}/confirmation` }
    },
  )

  const renderApprovals = async (
    person: Person,
    page: number,
    refused: { rejection?: RejectedReason; deputy?: DeputyFormState; limits?: RefusedLimits },
  ): Promise<PageResult> => {
    const today = toLondonTime(context.now()).date
    if (!isApprover(person, today) || !person.company)
      throw new Problem(403, approvalSettingsMessages.not_a_head_buyer)
    const { limits } = refused
    const canOrder = canPayOnAccount(person)
    const [members, waiting, decided, credit] = await Promise.all([
      listCompanyMembers(db, person.company.id),
      listWaitingRequests(db, person.company.id, { page, size: pageSize }),
      listDecidedRequests(db, person.company.id, decidedLimit),
      canOrder ? findCredit(db, person.company.id) : null,
    ])
    // A page beyond the end has no rows, and so no total.
    if (waiting.rows.length === 0 && page > 1) return renderApprovals(person, 1, refused)
    const previews = await requestPlacer.previewRequests(waiting.rows)
    const props = {
      company: person.company.name,
      account: canOrder ? { ...pickAccount(person.company), credit } : null,
      users: isHeadBuyer(person)
        ? members
            .filter(member => member.isActive)
            .map(({ isActive, deputy, ...member }) => ({
              ...member,
              isSelf: member.id === person.id,
              ...(limits &&
                member.id !== person.id && {
                  needsApproval: limits.selected.includes(member.id),
                  typedLimit: limits.typed.get(member.id),
                }),
            }))
        : null,
      limitErrors: limits?.errors ?? {},
      deputy: refused.deputy ?? toDeputyForm(members, person.id, today),
      waiting: waiting.rows.map(row =>
        toWaitingRow(row, {
          preview: previews.get(row.id)!,
          canDecide: row.personId !== person.id && !needsApproval(person, row.subtotal),
          isListed: isHeadBuyer(person),
        }),
      ),
      waitingTotal: waiting.total,
      page,
      pages: Math.ceil(waiting.total / pageSize),
      decided: decided.map(toDecidedRow),
      refused: refused.rejection ?? null,
    }
    return toAccountPage(person, approvalsPage, 'User Permissions', props)
  }
}

const pickAccount = ({ accountNumber, onStop }: Company) => ({ accountNumber, onStop })
