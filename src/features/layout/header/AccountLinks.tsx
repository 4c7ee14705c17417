/** The signed-in customer's name as a link to the account, and sign-out. */
export function AccountLinks({ name, className = '' }: { name: string; className?: string }) {
  return (
    <form method="post" action="/logout" className={`flex items-center gap-4 ${className}`}>
      <a href="/account" className="inline-flex min-h-10 max-w-48 items-center hover:underline">
        <span className="truncate">{name}</span>
        <span className="sr-only">, your account</span>
      </a>
      <button type="submit" className="min-h-10 cursor-pointer whitespace-nowrap hover:underline">
        Sign out
      </button>
    </form>
  )
}
