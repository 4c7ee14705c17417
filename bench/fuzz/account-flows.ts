import { randomUUID } from 'node:crypto'
import { demoPassword } from '../../demo/people/people.ts'
import { findKey, generateCode } from '../../tests/api/second-factor-calls.ts'
import { type Action, type Busy, pick } from '../../tests/support/busy-shop.ts'
import type { TestVisitor } from '../../tests/support/test-visitor.ts'
import { copyPersonBefore } from './copies.ts'
import { findMailLink } from './mail-links.ts'

/** What people do with their accounts. Each signs in as a copy of a person, which is not needed afterwards. */

const password = demoPassword
const newPassword = () => `three quiet tractors ${randomUUID()}`
const newEmail = () => `fuzz-${randomUUID().slice(0, 12)}@example.org`
const isOk = ({ status }: { status: number }) => status === 200

async function signIn(busy: Busy, role: string): Promise<{ visitor: TestVisitor; email: string }> {
  const email = await copyPersonBefore(busy.shop, role)
  const visitor = busy.createVisitor()
  await visitor.post('/login', { email, password })
  return { visitor, email }
}

export const signOut: Action = async busy => {
  const { visitor } = await signIn(busy, 'retail@example.com')
  return isOk(await visitor.post('/logout'))
}

export const useSecondFactor: Action = async busy => {
  const { visitor, email } = await signIn(busy, 'retail@example.com')
  const base = '/account/details/second-factor'
  await visitor.post(`${base}/begin`, { password })
  const key = findKey((await visitor.getPage(base)).text)
  await visitor.post(base, { code: generateCode(busy.shop, key) })
  const { body } = await visitor.post<{ recovery_codes: string[] }>(`${base}/codes`, { password })
  const other = busy.createVisitor()
  await other.post('/login', { email, password })
  const entered = await other.post('/login/second-factor', { code: body.recovery_codes[0] })
  return isOk(entered) && isOk(await visitor.post(`${base}/off`, { password }))
}

export const changePassword: Action = async busy => {
  const { visitor } = await signIn(busy, 'retail@example.com')
  return isOk(await visitor.post('/account/details/password', { current: password, password: newPassword() }))
}

export const resetPassword: Action = async busy => {
  const email = await copyPersonBefore(busy.shop, 'retail@example.com')
  const visitor = busy.createVisitor()
  await visitor.post('/password/forgot', { email })
  const link = await findMailLink(busy, email, /\/password\/reset\/[\w-]+(?:\.[\w-]+)*/)
  return link !== null && isOk(await visitor.post(link, { password: newPassword() }))
}

export const changeEmail: Action = async busy => {
  const { visitor, email } = await signIn(busy, 'retail@example.com')
  const to = newEmail()
  await visitor.post('/account/details/email', { email: to, password })
  const isStopped = busy.random() < 0.5
  const link = await findMailLink(busy, isStopped ? email : to, /\/account\/email\/[\w-]+(?:\.[\w-]+)*/)
  return link !== null && isOk(await visitor.post(isStopped ? `${link}/stop` : link))
}

export const changeDetails: Action = async busy => {
  const { visitor } = await signIn(busy, 'retail@example.com')
  return isOk(
    await visitor.post('/account/details', { name: 'Sam Okafor', telephone: '0113 496 0999', vat: '' }),
  )
}

export const verifyEmail: Action = async busy => {
  const { visitor, email } = await signIn(busy, 'retail@example.com')
  await busy.shop.sql('update person set verified_at = null where email = $1', [email])
  await visitor.post('/account/verify')
  const link = await findMailLink(busy, email, /\/account\/verify\/[\w-]+(?:\.[\w-]+)*/)
  return link !== null && isOk(await visitor.post(link))
}

/** Somebody is invited and comes, and is removed; or the invitation is withdrawn. */
export const inviteColleague: Action = async busy => {
  const { visitor } = await signIn(busy, 'head@example.com')
  const email = newEmail()
  await visitor.post('/account/colleagues/invitations', { email, role: 'buyer' })
  const page = (await visitor.getPage('/account/colleagues')).text
  const ids = [...page.matchAll(/\/invitations\/(\d+)\/withdraw/g)].map(([, id]) => id!)
  if (busy.random() < 0.5 && ids.length > 0)
    return isOk(await visitor.post(`/account/colleagues/invitations/${pick(busy, ids)}/withdraw`))
  const link = await findMailLink(busy, email, /\/account\/invitation\/[\w-]+(?:\.[\w-]+)*/)
  if (link === null) return false
  const colleague = busy.createVisitor()
  if (!isOk(await colleague.post(link, { name: 'Nina Ew', password: newPassword() }))) return false
  const [row] = await busy.shop.sql<{ id: number }>('select id from person where email = $1', [email])
  return isOk(await visitor.post(`/account/colleagues/${row!.id}/remove`))
}

export const keepAddresses: Action = async busy => {
  const { visitor } = await signIn(busy, 'retail@example.com')
  const address = {
    ...{
      firstname: 'Sam',
      surname: 'Okafor',
      company: '',
      address1: '88 Mill Lane',
      address2: '',
      town: 'Leeds',
    },
    ...{ county: '', postcode: 'LS4 1AB', country: 'GB', telephone: '0113 496 0999' },
  }
  const { body } = await visitor.post<{ id: number }>('/account/addresses', address)
  await visitor.post(`/account/addresses/${body.id}`, { ...address, town: 'York' })
  return isOk(await visitor.post(`/account/addresses/${body.id}/delete`))
}

export const subscribe: Action = async busy => {
  const visitor = busy.createVisitor()
  const email = newEmail()
  await visitor.post('/newsletter', { email })
  const link = await findMailLink(busy, email, /\/newsletter\/confirm\/[\w-]+(?:\.[\w-]+)*/)
  if (link === null || !isOk(await visitor.post(link))) return false
  const left = await findMailLink(busy, email, /\/newsletter\/unsubscribe\/[\w-]+(?:\.[\w-]+)*/)
  return left !== null && isOk(await visitor.post(left))
}
