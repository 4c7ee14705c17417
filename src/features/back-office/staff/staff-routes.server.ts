import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { isWithinMailLimit } from '../../../infra/rate-limit/attempts.ts'
import { type FieldErrors, toFieldErrors, validateText } from '../../../lib/calls/field-checks.ts'
import { or404 } from '../../../lib/calls/problem.ts'
import { emailMaxLength, isEmail } from '../../../lib/contact/email.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import { toActor } from '../../accounts/actor.ts'
import {
  colleagueMessages,
  emailChangeMessages,
  formatDisabled,
  formatReset,
} from '../../accounts/messages.ts'
import {
  addStaffIn,
  disablePerson,
  findCustomerLoginByEmail,
  findStaffMember,
  hashUnknownPassword,
  hasJustAdded,
  lockManagers,
  lockPerson,
  removeSecondFactor,
  type StaffMember,
  setStaff,
  staffInvitedEmail,
} from '../../accounts/service.ts'
import type { Person } from '../../accounts/visitor.ts'
import type { AdminDeps, Rejection } from '../service.ts'
import { createStaffAction, done, invalid, refuse } from '../staff-action.server.ts'
import { listSubjectHistory } from '../subject-history.server.ts'
import { staffMemberPage } from './StaffMemberPage.tsx'
import {
  changeStaffRights,
  disableStaffMember,
  inviteStaff,
  inviteStaffAgain,
  resetStaffMemberFactor,
} from './schemas.ts'
import {
  formatAccess,
  getStaffRefusal,
  parseRights,
  type StaffAccess,
  type StaffRightsForm,
  staffUrl,
  toRightsForm,
  toStaffUrl,
} from './staff.ts'

const noRights: FieldErrors = { role: 'Tick at least one right, or make them a manager.' }

/** Managers invite staff, and change what they may do (R-STAFF-7 and 8). */
export function staffRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  const newStaff = createStaffAction(app, deps, {
    right: 'manager',
    page: { url: `${staffUrl}/new` },
    load: async () => ({ version: null }),
    lock: async tx => ({ version: null, managers: await lockManagers(tx) }),
    getRefusal: ({ managers }, staff) => getStaffRefusal(staff.id, 0, managers),
    toUrl: () => staffUrl,
    render: async (_target, typed: typeof emptyInvitation | undefined, rejection) =>
      renderInvitation(typed, rejection),
  })

  newStaff(inviteStaff, {
    typed: ({ body }) => body,
    validate: async ({ body }) => {
      const access = parseRights(body)
      const email = normaliseEmail(body.email)
      const errors = toFieldErrors({
        name: validateText('Name', body.name),
        email: [
          ...validateText('Email address', email, emailMaxLength),
          !isEmail(email) && emailChangeMessages.invalid,
        ],
        role: [access === null && noRights.role!],
      })
      if (access === null || Object.keys(errors).length > 0) return { errors }
      return { access, email, name: body.name, passwordHash: await hashUnknownPassword() }
    },
    findEarlier: async (tx, { staff, now }, _current, { email }) => {
      const person = await findCustomerLoginByEmail(tx, email)
      const isRepeat = person !== null && (await hasJustAdded(tx, staff.id, person.id, now))
      return isRepeat ? done(formatInvited(email)) : null
    },
    change: async (tx, { staff, now }, _current, { access, email, name, passwordHash }) => {
      const person = await findCustomerLoginByEmail(tx, email)
      if (person?.isStaff) return invalid({ email: `${email} is staff already. Find them in the list.` })
      if (person !== null) return invalid({ email: formatCustomer(email) })
      if (!(await isWithinMailLimit(context, 'staff-invitation', email)))
        return invalid({ email: colleagueMessages.tooManyToAddress })
      await sendLink(tx, { ...access, email, name, passwordHash }, staff, now)
      return done(formatInvited(email))
    },
  })

  const renderMember = async (
    member: StaffMember,
    typed: StaffRightsForm | undefined,
    rejection: Rejection,
    staff: Person,
  ) => {
    const { id, email, isActive, hasSecondFactor } = member
    const history = await listSubjectHistory(db, [toSubject(id)])
    const props = {
      ...{ url: toStaffUrl(id), version: String(member.version), name: toName(member), history },
      member: { email, access: formatAccess(member), isActive, hasSecondFactor, isSelf: id === staff.id },
      invited: { name: '', email: '' },
      rights: typed ?? toRightsForm(member),
      ...rejection,
    }
    return toPageResult(staffMemberPage, props, {
      title: `Staff: ${toName(member)}`,
      errors: rejection.errors,
    })
  }

  const memberAction = createStaffAction(app, deps, {
    right: 'manager',
    page: { url: `${staffUrl}/:id`, params: changeStaffRights.params },
    load: async ({ id }: { id: number }): Promise<StaffMember> => or404(await findStaffMember(db, id)),
    lock: async (tx, { id }) => {
      const managers = await lockManagers(tx)
      await lockPerson(tx, id)
      return { ...(await findStaffMember(tx, id))!, managers }
    },
    toSubject: member => ({ subject: toSubject(member.id), name: toName(member) }),
    getRefusal: ({ id, managers }, staff) => getStaffRefusal(staff.id, id, managers),
    toUrl: ({ params: { id } }) => toStaffUrl(id),
    render: renderMember,
  })

  memberAction(changeStaffRights, {
    typed: ({ body: { seen: _, ...rights } }) => rights,
    validate: ({ body }) => parseRights(body) ?? { errors: noRights },
    findEarlier: async (_tx, _form, member, access) =>
      formatAccess(member) === formatAccess(access) ? done(formatSaved(member)) : null,
    isPossible: ({ isActive }) => isActive,
    change: async (tx, _form, member, access) => {
      await setStaff(tx, member, { ...access, name: null })
      const detail = `${formatAccess(member)} → ${formatAccess(access)}`
      return done(formatSaved(member), { action: 'staff rights changed', detail })
    },
  })

  memberAction(inviteStaffAgain, {
    validate: async () => ({ passwordHash: await hashUnknownPassword() }),
    findEarlier: async (tx, { staff, now }, { id, email }) =>
      (await hasJustAdded(tx, staff.id, id, now)) ? done(formatInvited(email)) : null,
    change: async (tx, { staff, now }, member, { passwordHash }) => {
      const { email, role } = member
      if (!(await isWithinMailLimit(context, 'staff-invitation', email)))
        return refuse(colleagueMessages.tooManyToAddress)
      await sendLink(tx, { email, role, name: null, passwordHash }, staff, now)
      return done(formatInvited(email))
    },
  })

  memberAction(disableStaffMember, {
    findEarlier: async (_tx, _form, member) =>
      member.isActive ? null : done(formatDisabled(toName(member))),
    change: async (tx, { now }, member) => {
      await disablePerson(tx, member.id, now)
      return done(formatDisabled(toName(member)), { action: 'staff disabled' })
    },
  })

  memberAction(resetStaffMemberFactor, {
    findEarlier: async (_tx, _form, member) =>
      member.hasSecondFactor ? null : done(formatReset(toName(member))),
    change: async (tx, { now }, member) => {
      await removeSecondFactor(tx, member, now)
      return done(formatReset(toName(member)), { action: 'second factor reset' })
    },
  })
}

/** Makes a person staff, or lets them in again, and e-mails the link to set the password. */
async function sendLink(
  tx: Tx,
  added: Parameters<typeof addStaffIn>[1],
  staff: Person,
  now: Date,
): Promise<void> {
  const { personId, linkId } = await addStaffIn(tx, added, { actor: toActor(staff.id), now })
  const { email, name } = (await findStaffMember(tx, personId))!
  await staffInvitedEmail.enqueue(tx, { personId, email, name, linkId })
}

const newAccess: StaffAccess = { role: 'staff', rights: [] }
const emptyInvitation = { name: '', email: '', ...toRightsForm(newAccess) }

function renderInvitation({ name, email, ...rights } = emptyInvitation, rejection: Rejection) {
  const { errors } = rejection
  const page = { url: staffUrl, version: '', name: 'Invite a member of staff', history: [], member: null }
  const props = { ...page, invited: { name, email }, rights, ...rejection }
  return toPageResult(staffMemberPage, props, { title: page.name, errors })
}

const toSubject = (id: number): string => `person ${id}`
const toName = ({ name, email }: StaffMember): string => name || email
const formatCustomer = (email: string): string =>
  `${email} is the login of a customer, and stays one. Enter another email address for the member of staff.`
const formatInvited = (email: string): string =>
  `An email with the link to choose a password is on its way to ${email}.`
const formatSaved = (member: StaffMember): string => `What ${toName(member)} may do is saved, from now on.`
