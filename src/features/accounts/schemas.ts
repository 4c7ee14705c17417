import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { flag, line, wholeNumber } from '../../lib/calls/validate.ts'
import { toEachAddressField } from '../../lib/contact/address.ts'
import { colleagueRoles } from './colleagues/colleague.ts'

const call = declareCalls('Accounts')

/** The result of a form of the account; `next_url`: the page that follows. */
export const formReply = z.object({ success: z.boolean(), next_url: z.string() })

const formCall = declareCalls('Accounts', { reply: formReply })

const typedPassword = z.string().max(5000).default('')
const text = line(1000)
const token = z.object({ token: z.string().max(200) })
const rowId = z.object({ id: wholeNumber(1, 2_147_483_647) })

export const accountExists = call('POST /account/exists', {
  summary: 'Tells whether an e-mail address has an account',
  body: z.object({ email: line(1000) }),
  reply: z.boolean(),
})

export const logIn = formCall('POST /login', {
  summary: 'Signs in with e-mail address and password',
  body: z.object({
    email: line(1000),
    password: z.string().max(1000).default(''),
    redirectTo: line(2000).catch(''),
  }),
})

export const logOut = formCall('POST /logout', { summary: 'Signs out' })

const timeLeft = z.object({
  /** Until the session ends; 0: not signed in. */
  seconds_left: z.int(),
})

/** Does not prolong the session. Pages call it before they warn, because another tab may have prolonged it. */
export const getSession = call('GET /account/session', {
  summary: 'Tells how long the session lasts, without prolonging it',
  reply: timeLeft,
})

/** The session then lasts as long as a new one, but at most 90 days since the login. */
export const extendSession = call('POST /account/session', {
  summary: 'Prolongs the session',
  reply: timeLeft,
})

export const savedAddress = z.object({
  id: z.int(),
  firstname: z.string(),
  surname: z.string(),
  company: z.string(),
  line_1: z.string(),
  line_2: z.string(),
  line_3: z.string(),
  line_4: z.string(),
  postcode: z.string(),
  country: z.string(),
  telephone: z.string(),
  billing: z.boolean(),
  imported: z.boolean(),
  /** Of the company: its head buyers change it, and all its people use it. */
  shared: z.boolean(),
  save_for_future: z.boolean(),
  save_as_billing: z.boolean(),
  /** Checkout starts with the default addresses. */
  default_delivery: z.boolean(),
  default_billing: z.boolean(),
})
export type SavedAddress = z.output<typeof savedAddress>

export const listSavedAddresses = call('GET /account/addresses', {
  summary: 'Lists the saved addresses',
  reply: z.array(savedAddress),
})

/** The second step of a login. */
export const completeSecondStep = call('POST /login/second-factor', {
  summary: 'Completes a sign-in with a code of the app or a recovery code',
  body: z.object({ code: text }),
  reply: formReply.extend({
    /** When the code set up the second factor. They are shown once. */
    recovery_codes: z.array(z.string()).optional(),
  }),
})

/** The answer is the same whether or not the account exists. */
export const forgotPassword = call('POST /password/forgot', {
  summary: 'Sends a link to set a new password, if the account exists',
  body: z.object({ email: line(1000) }),
  reply: formReply.extend({ message: z.string() }),
})

export const resetPassword = formCall('POST /password/reset/:token', {
  summary: 'Sets a new password with the link of the e-mail',
  params: token,
  body: z.object({ password: typedPassword }),
})

export const resendVerification = formCall('POST /account/verify', {
  summary: 'Sends the link that verifies the e-mail address once more',
})

export const verifyAddress = formCall('POST /account/verify/:token', {
  summary: 'Verifies the e-mail address with the link of the e-mail',
  params: token,
})

export const changeDetails = formCall('POST /account/details', {
  summary: 'Changes name, telephone and VAT number',
  body: z.object({ name: text, telephone: text, vat: text }),
})

export const changePassword = formCall('POST /account/details/password', {
  summary: 'Changes the password',
  body: z.object({ current: typedPassword, password: typedPassword }),
})

/** Sends a link to the present and to the new address; the answer is the same whether or not the new one is taken. */
export const requestEmailChange = formCall('POST /account/details/email', {
  summary: 'Asks for another e-mail address',
  body: z.object({ email: line(1000), password: typedPassword, code: text }),
})

export const cancelEmailChange = formCall('POST /account/details/email/cancel', {
  summary: 'Cancels a change of the e-mail address',
})

/** Both addresses confirm. The link to the new one works only for the person who is signed in. */
export const confirmEmailChange = formCall('POST /account/email/:token', {
  summary: 'Confirms a change of the e-mail address with a link of an e-mail',
  params: token,
})

export const stopEmailChange = formCall('POST /account/email/:token/stop', {
  summary: 'Stops a change of the e-mail address with the link to the present one',
  params: token,
})

/** Invites somebody to the head buyer's company, once more if they were invited before. */
export const inviteColleague = formCall('POST /account/colleagues/invitations', {
  summary: 'Invites a colleague by e-mail',
  body: z.object({ email: line(1000), role: z.enum(colleagueRoles).default('buyer_with_approval') }),
})

export const withdrawInvitation = formCall('POST /account/colleagues/invitations/:id/withdraw', {
  summary: 'Withdraws an invitation',
  params: rowId,
})

export const removeColleague = formCall('POST /account/colleagues/:id/remove', {
  summary: 'Removes a colleague from the company',
  params: rowId,
})

/** Without a login: creates the account. Who has an account signs in first, and only joins the company. */
export const acceptInvitation = formCall('POST /account/invitation/:token', {
  summary: 'Accepts an invitation with the link of the e-mail',
  params: token,
  body: z.object({ name: text, password: typedPassword }),
})

export const beginSecondFactor = formCall('POST /account/details/second-factor/begin', {
  summary: 'Begins to set up the second factor',
  body: z.object({ password: typedPassword }),
})

export const confirmSecondFactor = call('POST /account/details/second-factor', {
  summary: 'Turns the second factor on with a first code',
  body: z.object({ code: text }),
  reply: formReply.extend({ recovery_codes: z.array(z.string()).optional() }),
})

export const renewRecoveryCodes = call('POST /account/details/second-factor/codes', {
  summary: 'Replaces the recovery codes',
  body: z.object({ password: typedPassword }),
  reply: formReply.extend({ recovery_codes: z.array(z.string()).optional() }),
})

export const endSecondFactor = formCall('POST /account/details/second-factor/off', {
  summary: 'Turns the second factor off',
  body: z.object({ password: typedPassword }),
})

const addressForm = z.object({
  ...toEachAddressField(text),
  default_delivery: flag,
  default_billing: flag,
  /** Of a new address: with the head buyer's company. */
  shared: flag,
})

export type AddressForm = z.output<typeof addressForm>

export const addAddress = call('POST /account/addresses', {
  summary: 'Adds a saved address',
  body: addressForm,
  reply: formReply.extend({ id: z.int().optional() }),
})

/** What the checkout starts with. Blank: no default. */
export const saveUsualDelivery = formCall('POST /account/addresses/usual', {
  summary: 'Sets the default delivery address and service',
  body: z.object({ address: line(20), service: line(20) }),
})

export const changeAddress = formCall('POST /account/addresses/:id', {
  summary: 'Changes a saved address',
  params: rowId,
  body: addressForm,
})

export const deleteAddress = formCall('POST /account/addresses/:id/delete', {
  summary: 'Deletes a saved address',
  params: rowId,
})
