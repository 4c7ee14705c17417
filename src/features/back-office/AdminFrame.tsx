import { type ReactNode, useEffect } from 'react'
import { CodeLink, StandaloneLink } from '../../ui/Actions.tsx'
import { focusOnShortcut, searchShortcut } from '../../ui/browser/search-shortcut.client.ts'
import { Fact } from '../../ui/Fact.tsx'
import { FormResult } from '../../ui/forms/FormResult.tsx'
import { SearchIcon } from '../../ui/Icons.tsx'
import { type MenuLink, useVisitor } from '../../ui/visitor.tsx'
import { includesRight, type RequiredRight } from '../accounts/staff/staff-right.ts'
import { orderRights } from './navigation.ts'

/** Whether the signed-in member of staff may do this; a form that would be refused is not displayed. */
export const useStaffRight = (required: RequiredRight): boolean =>
  includesRight(useVisitor().staffRights, required)

interface AdminFrameProps {
  /** The section of the menu that the page belongs to; null: none. */
  current: string | null
  title: ReactNode
  /** Stands beside the heading. */
  action?: ReactNode
  hasOwnOrderSearch?: boolean
  children: ReactNode
}

/**
 * The frame of every staff page: the menu with the current section marked, the search for orders, the page's heading. The
 * search is beside the menu on phones, beside the heading on wide screens; an open menu has a row of its own.
 */
export function AdminFrame({ current, title, action, hasOwnOrderSearch, children }: AdminFrameProps) {
  const { menu = [] } = useVisitor()
  const canFind = useStaffRight(orderRights)
  const hasSearch = !hasOwnOrderSearch && canFind
  return (
    <div className="wrap py-4 lg:pt-2 lg:pb-6">
      <div
        className={`mb-6 grid items-start gap-x-3 gap-y-6 lg:gap-x-6 lg:gap-y-4 ${hasSearch ? 'grid-cols-[minmax(0,1fr)_auto]' : ''}`}
      >
        <div className={hasSearch ? 'min-w-0 max-lg:has-[>nav>details[open]]:col-span-2 lg:col-span-2' : ''}>
          <AdminMenu links={menu} current={current} />
        </div>
        {hasSearch && <OrderSearch className="w-32 sm:w-64 lg:col-start-2 lg:row-start-2" />}
        {/* Behind the menu, for the link that skips it. */}
        <div
          id="content"
          tabIndex={-1}
          className={`flex min-h-11 min-w-0 outline-none flex-wrap items-center justify-between gap-x-6 gap-y-3 ${hasSearch ? 'max-lg:col-span-2 lg:row-start-2' : ''}`}
        >
          <h1 className="self-start text-2xl md:text-3xl">{title}</h1>
          {action}
        </div>
      </div>
      {children}
    </div>
  )
}

interface AdminDetailFrameProps {
  current: string
  /** 'Order', before its reference in the heading. */
  name: string
  reference: string
  state: ReactNode
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
  errors: Record<string, string>
  children: ReactNode
}

/** The frame of the staff page about one order or quote: its heading, what went wrong with a form, the way back. */
export function AdminDetailFrame(props: AdminDetailFrameProps) {
  const { current, name, reference, state, notice, errors, children } = props
  const list = useVisitor().menu?.find(({ section }) => section === current)
  return (
    <AdminFrame
      current={current}
      title={
        <>
          {name} <span className="code">{reference}</span>
        </>
      }
      action={state}
    >
      <FormResult notice={notice} errors={errors} />
      {children}
      {list && (
        <p className="no-print mt-4">
          <StandaloneLink href={list.url}>{`All ${list.name.toLowerCase()}`}</StandaloneLink>
        </p>
      )}
    </AdminFrame>
  )
}

interface AdminMenuProps {
  links: readonly MenuLink[]
  current: string | null
}

/** So many fit on one line of 976 px, with 'More' beside them. */
const maxInLine = 9

/** The menu of the staff's pages: on phones one list to open; on wide screens one line, with the rarer sections behind 'More'. */
function AdminMenu({ links, current }: AdminMenuProps) {
  const isLong = links.length > maxInLine
  const inLine = isLong ? links.filter(({ isRare }) => !isRare) : links
  const further = isLong ? links.filter(({ isRare }) => isRare) : []
  const currentName = links.find(({ section }) => section === current)?.name ?? 'Menu'
  const isFurther = further.some(({ section }) => section === current)
  return (
    <nav aria-label="Back office" className="no-print">
      <details className="open-wide card lg:rounded-none lg:border-x-0 lg:border-t-0 lg:bg-transparent">
        <summary className="flex min-h-11 items-center justify-between gap-4 px-4 font-semibold">
          {currentName}
          <span aria-hidden="true" className="turns">
            ▾
          </span>
        </summary>
        <div className="border-t border-rule p-2 lg:-mb-px lg:flex lg:justify-between lg:border-t-0 lg:p-0">
          <SectionList links={inLine} current={current} className="lg:flex" />
          {further.length > 0 && (
            <details className="open-narrow relative">
              <summary
                aria-current={isFurther ? 'true' : undefined}
                className="flex min-h-11 items-center gap-2 border-b-4 border-transparent px-3 hover:bg-sunk aria-[current=true]:border-amber aria-[current=true]:font-semibold"
              >
                <span>{isFurther ? currentName : 'More'}</span>
                <span aria-hidden="true" className="turns">
                  ▾
                </span>
              </summary>
              <SectionList
                links={further}
                current={current}
                className="lg:absolute lg:top-full lg:right-0 lg:z-30 lg:w-max lg:min-w-48 lg:rounded lg:border lg:border-rule lg:bg-surface lg:py-2 lg:shadow-float lg:[&_a]:border-b-0 lg:[&_a]:border-l-4"
              />
            </details>
          )}
        </div>
      </details>
    </nav>
  )
}

function SectionList({ links, current, className }: AdminMenuProps & { className: string }) {
  return (
    <ul className={className}>
      {links.map(({ section, name, url }) => (
        <li key={section}>
          <a
            href={url}
            aria-current={section === current ? 'page' : undefined}
            className="flex min-h-11 items-center border-l-4 border-transparent px-3 hover:bg-sunk aria-[current=page]:border-amber aria-[current=page]:font-semibold lg:border-b-4 lg:border-l-0"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/**
 * The search for orders on the pages of staff: a plain GET form. An order number leads to its order, all else to the list. On
 * phones, whose keyboard has a key that sends it, it has no button.
 */
function OrderSearch({ className }: { className: string }) {
  useEffect(focusOnShortcut, [])
  return (
    <search aria-label="Orders" className={`no-print ${className}`}>
      <form method="get" action="/admin/orders/find" className="flex">
        <label htmlFor="find-any-order" className="sr-only">
          Find an order
        </label>
        <input
          id="find-any-order"
          name="query"
          type="text"
          enterKeyHint="search"
          required
          placeholder="Find an order"
          title="By order number, PO number, name, part … Press / to come here."
          aria-keyshortcuts={searchShortcut}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // As high as the menu beside it, with its border.
          className="input w-full min-w-0 max-lg:min-h-11.5 max-sm:px-2 sm:rounded-r-none"
        />
        <button
          type="submit"
          className="button shrink-0 rounded-l-none border-l-0 px-3 max-sm:hidden"
          aria-label="Find the order"
        >
          <SearchIcon />
        </button>
      </form>
    </search>
  )
}

/** A link to an order or quote, by its reference. */
export function OrderLinkFact({ name, reference, url }: { name: string; reference: string; url: string }) {
  return (
    <Fact name={name}>
      <CodeLink href={url}>{reference}</CodeLink>
    </Fact>
  )
}
