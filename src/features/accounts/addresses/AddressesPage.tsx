import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { formatAddressLines } from '../../../lib/contact/address.ts'
import { contactSentence, fillInContact, type Sentence } from '../../../lib/shop-contact.ts'
import { NextLink, PostButton, SubmitButton } from '../../../ui/Actions.tsx'
import { Section } from '../../../ui/Card.tsx'
import { useShop } from '../../../ui/contact.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { SelectField } from '../../../ui/forms/FormFields.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import type { AccountNavigation } from '../navigation.ts'
import type { SavedAddress } from '../schemas.ts'
import { toPostalAddress } from './saved-address.ts'

export interface AddressesPageProps {
  navigation: AccountNavigation
  /** Null: a private customer. */
  company: string | null
  /** A head buyer, who changes what the company shares. */
  canShare: boolean
  addresses: readonly SavedAddress[]
  services: readonly { code: string; name: string }[]
  /** The code of the usual one; '' without one. */
  service: string
  errors: FieldErrors
}

export function AddressesPage(props: AddressesPageProps) {
  const { navigation, company, canShare, addresses, errors } = props
  const ofCompany = addresses.filter(({ imported, shared }) => imported || shared)
  const ofPerson = addresses.filter(({ imported, shared }) => !imported && !shared)
  return (
    <AccountFrame
      navigation={navigation}
      current="addresses"
      title="Addresses"
      action={<NextLink href="/account/addresses/new">Add an address</NextLink>}
    >
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      <div className="space-y-10">
        {addresses.length > 0 && <UsualDelivery {...props} />}
        <Section id="own" heading="Your addresses" headingClassName="text-xl">
          {ofPerson.length === 0 ? (
            <p className="mt-2">You have no saved addresses yet. Add one here, or save one at checkout.</p>
          ) : (
            <AddressList addresses={ofPerson} canEdit />
          )}
        </Section>
        {company !== null && (ofCompany.length > 0 || canShare) && (
          <Section id="shared" heading={`Addresses of ${company}`} headingClassName="text-xl">
            <p className="mt-1 text-steel">
              {canShare
                ? 'Everybody who orders for the company can use these. Head buyers add and change them.'
                : 'Everybody who orders for the company can use these. Ask your head buyer to change them.'}
            </p>
            <AddressList addresses={ofCompany} canEdit={canShare} />
          </Section>
        )}
      </div>
    </AccountFrame>
  )
}

export const addressesPage = definePage('features/accounts/addresses/AddressesPage', AddressesPage)

function UsualDelivery({ addresses, services, service, errors }: AddressesPageProps) {
  const usual = addresses.find(({ default_delivery }) => default_delivery)
  return (
    <Section id="usual" heading="Your usual delivery" headingClassName="text-xl" className="card p-5 sm:p-6">
      <p className="mt-1 text-steel">Filled in for you at checkout. You can change it for each order.</p>
      <form
        method="post"
        action="/account/addresses/usual"
        className="mt-4 grid gap-x-6 gap-y-4 md:grid-cols-2"
      >
        <SelectField id="address" name="address" label="Address" defaultValue={usual?.id ?? ''}>
          <option value="">No usual address</option>
          {addresses.map(address => (
            <option key={address.id} value={address.id}>
              {formatAddressLines(toPostalAddress(address)).join(', ')}
            </option>
          ))}
        </SelectField>
        {services.length > 0 && (
          <SelectField
            id="service"
            name="service"
            label="Service"
            error={errors.service}
            defaultValue={service}
            options={{
              '': 'Ask me each time',
              ...Object.fromEntries(services.map(({ code, name }) => [code, name])),
            }}
          />
        )}
        <div className="md:col-span-2">
          <SubmitButton>Save usual delivery</SubmitButton>
        </div>
      </form>
    </Section>
  )
}

function AddressList({ addresses, canEdit }: { addresses: readonly SavedAddress[]; canEdit: boolean }) {
  return (
    <ul className="mt-3 grid gap-4 sm:grid-cols-2">
      {addresses.map(address => (
        <AddressCard key={address.id} address={address} canEdit={canEdit && !address.imported} />
      ))}
    </ul>
  )
}

function AddressCard({ address, canEdit }: { address: SavedAddress; canEdit: boolean }) {
  const lines = formatAddressLines(toPostalAddress(address))
  const [addressee = '', ...otherLines] = lines
  const shop = useShop()
  const marks = listMarks(address).map(mark => fillInContact(mark, shop))
  return (
    <li className="card flex flex-col p-5">
      <address className="grow not-italic">
        <strong className="block font-semibold">{addressee}</strong>
        {otherLines.map(line => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {address.telephone !== '' && <span className="block text-steel">{address.telephone}</span>}
      </address>
      {marks.length > 0 && <p className="mt-3 note">{marks.join(' · ')}</p>}
      {canEdit && (
        <div className="mt-3 flex gap-3 border-t border-rule pt-3">
          <a href={`/account/addresses/${address.id}`} className="button px-4">
            Edit<span className="sr-only"> {lines.slice(0, 3).join(', ')}</span>
          </a>
          <PostButton action={`/account/addresses/${address.id}/delete`} buttonClass="button px-4">
            Delete<span className="sr-only"> {lines.slice(0, 3).join(', ')}</span>
          </PostButton>
        </div>
      )}
    </li>
  )
}

const importedMark = contactSentence(
  'From your company’s account: call us to change it',
  'From your company’s account: only we can change it',
)

function listMarks({ imported, default_delivery, default_billing }: SavedAddress): Sentence[] {
  return [
    imported && importedMark,
    default_delivery && 'Default for delivery',
    default_billing && 'Default for billing',
  ].filter(mark => mark !== false)
}
