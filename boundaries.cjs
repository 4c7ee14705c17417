// The architecture: which feature may import which. A feature's `schemas.ts` is open to all features; of the rest, a
// feature imports only from the features in its list. dependency-cruiser enforces it (.dependency-cruiser.cjs); widen a
// list only with a reason, in a comment beside it.
// From the bottom up: no feature is imported by one that it imports.

exports.allowedImports = {
  accounts: [],
  // The frame of the staff's pages, and their addresses, to which e-mails for staff lead.
  'back-office': ['accounts'],
  media: [],
  newsletter: [],
  stock: [],
  wallpaper: ['media'],
  // What a product costs a company: all that read products read it.
  prices: ['accounts'],
  catalogue: ['accounts', 'media', 'prices'],
  'catalogue-import': ['catalogue', 'media', 'stock'],
  // Search and basket import media for the pictures in their rows (R-CATALOGUE-2, R-BASKET-2).
  search: ['catalogue', 'media', 'prices'],
  // Counts the questions that the search answered; `app.ts` passes it to the search.
  'search-learning': ['search'],
  finder: ['accounts', 'catalogue', 'prices', 'search'],
  basket: ['accounts', 'catalogue', 'media', 'prices', 'search'],
  'order-pad': ['basket', 'catalogue', 'prices', 'search'],
  'product-lists': ['accounts', 'basket', 'catalogue', 'finder', 'media', 'search', 'wallpaper'],
  delivery: ['accounts', 'basket'],
  // What a company owes on account, from the tables of documents, payments and orders.
  credit: [],
  // An order, from its placing to its state, without screens. What is beyond the credit is held.
  orders: ['accounts', 'back-office', 'basket', 'credit', 'delivery'],
  // Messages, notes and e-mails about an order. What announces something declares its e-mails itself.
  correspondence: ['accounts', 'back-office', 'orders'],
  // Invoices, credit notes and what is due. What a credit note puts back on hand comes into stock.
  billing: ['accounts', 'basket', 'delivery', 'orders', 'stock'],
  // The page of a payment link, and the list of what waits for approval, show an order's lines as the basket does.
  // What a card pays of an invoice on account is entered into the ledger.
  payments: ['accounts', 'basket', 'billing', 'orders', 'sales-ledger'],
  // A despatch issues its invoice and takes from what is on hand, which the warehouse allocates to orders (R-STOCK-7).
  warehouse: ['accounts', 'basket', 'billing', 'credit', 'delivery', 'orders', 'stock'],
  // A correction refunds what it makes cheaper.
  corrections: ['accounts', 'basket', 'catalogue', 'delivery', 'orders', 'payments', 'prices'],
  // The customer's pages of an order: in the account, after ordering, by number and postcode.
  'order-pages': ['accounts', 'basket', 'billing', 'correspondence', 'delivery', 'orders', 'warehouse'],
  quotes: [
    'accounts',
    'back-office',
    'basket',
    'catalogue',
    'correspondence',
    'delivery',
    'order-pages',
    'orders',
    'prices',
  ],
  // A return is of an order's goods; its pictures are encoded as product pictures are.
  // Its lines have the names of an order's lines, with what the buyer entered for them, of which the basket knows all.
  returns: ['accounts', 'basket', 'billing', 'media', 'order-pages', 'orders'],
  'sales-ledger': ['accounts', 'basket', 'billing', 'credit'],
  // Who approves or places an order reads that it will be held for its account's credit.
  approvals: ['accounts', 'basket', 'credit', 'orders'],
  // Staff's pages of companies and people, with what they owe and bought. Accounts are put on stop on working days, and
  // invoices sent again.
  customers: [
    'accounts',
    'approvals',
    'back-office',
    'billing',
    'credit',
    'delivery',
    'orders',
    'prices',
    'sales-ledger',
  ],
  // An application that is approved becomes a company of customers, with its credit limit in the ledger.
  'trade-applications': ['accounts', 'back-office', 'customers', 'sales-ledger'],
  // What is stored about a person, the pictures of their returns and their application for an account among it.
  privacy: ['accounts', 'back-office', 'returns', 'trade-applications'],
  checkout: ['accounts', 'approvals', 'basket', 'credit', 'delivery', 'orders', 'payments', 'quotes'],
  // What failed: e-mails, cards, jobs.
  failures: ['accounts', 'back-office'],
  // What sold, what earns, what sleeps, from documents and movements.
  reports: ['back-office'],
  // Names of delivery services, and days that were promised.
  settings: ['accounts', 'back-office', 'delivery'],
  // The staff's list and page of orders.
  'order-desk': [
    'accounts',
    'back-office',
    'basket',
    'billing',
    'corrections',
    'correspondence',
    'credit',
    // How an order is delivered is formatted from its facts by delivery.
    'delivery',
    // The returns of an order are listed for staff as for its customer.
    'order-pages',
    'orders',
    'payments',
    'stock',
    'warehouse',
  ],
  // Staff take an order with what the checkout and the forms of staff are made of.
  'order-entry': [
    'accounts',
    'approvals',
    'back-office',
    'basket',
    'billing',
    'catalogue',
    'correspondence',
    'corrections',
    'credit',
    'customers',
    'delivery',
    'order-pad',
    'orders',
    'payments',
    'search',
    'warehouse',
  ],
  // Staff's pages of parts accept what an import accepts, and are searched as the shop is.
  'product-desk': ['accounts', 'back-office', 'catalogue', 'catalogue-import', 'media', 'search'],
  // The staff's screens of a feature are in its sub-folder and have a list of their own.
  'warehouse/admin': ['accounts', 'back-office', 'basket', 'delivery', 'orders', 'stock', 'warehouse'],
  // What an import lets in: the files, what they would change, and the screens of it.
  'catalogue-import/admin': ['accounts', 'back-office', 'catalogue-import'],
  // Staff add parts to a quote by any number, like the order pad, at the customer's price of the basket.
  'quotes/admin': [
    'accounts',
    'back-office',
    'basket',
    'catalogue',
    'correspondence',
    'delivery',
    'order-entry',
    'order-pad',
    'orders',
    'quotes',
    'search',
  ],
  // Money that staff take by hand: the cash sheet, pro formas.
  'payments/admin': ['accounts', 'back-office', 'orders', 'payments'],
  'prices/admin': ['accounts', 'back-office', 'prices'],
  // What is received comes into stock, and what a card paid for it is refunded.
  'returns/admin': ['accounts', 'back-office', 'basket', 'billing', 'orders', 'payments', 'returns', 'stock'],
  // A synonym is words as the search reads them.
  'search-learning/admin': ['accounts', 'back-office', 'search', 'search-learning'],
  'sales-ledger/admin': ['accounts', 'back-office', 'billing', 'credit', 'sales-ledger'],
  // Parts are found by the search, and deliveries are read like the lists of the order pad. The page of a part has the orders
  // that wait for it, with the day that their customers expect.
  'stock/admin': ['accounts', 'back-office', 'order-pad', 'orders', 'search', 'stock', 'warehouse'],
  // The footer has the newsletter's form.
  layout: ['catalogue', 'newsletter'],
  // The home page shows the products that were viewed last; the page about delivery shows its services and prices.
  home: ['accounts', 'catalogue', 'delivery', 'finder', 'layout', 'order-pages', 'product-lists'],
}

/** Plain `.ts` files that use browser APIs. New ones are named `*.client.ts` instead of listed here. */
exports.browserFiles = ['src/ui/browser/send.ts']

/** Packages without I/O. A plain `.ts` file may import these and no others. */
exports.purePackages = ['zod', 'lru-cache', 'punycode', 'numfmt', 'bidi-js']
