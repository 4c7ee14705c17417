import type { FastifyInstance } from 'fastify'
import type { Country } from '../../lib/contact/countries.ts'
import { companyAddressRoutes, personAddressRoutes } from './address-routes.server.ts'
import { companyRoutes, createCompanyAction } from './company-routes.server.ts'
import { customerListRoutes } from './customer-list.server.ts'
import { invitationRoutes, type PeopleDeps, personRoutes } from './people-routes.server.ts'

/** The staff's pages of companies and people. */
export async function customersPlugin(
  app: FastifyInstance,
  deps: PeopleDeps & { countries: readonly Country[] },
): Promise<void> {
  customerListRoutes(app, deps)
  const companyAction = createCompanyAction(app, deps)
  companyRoutes(app, deps, companyAction)
  companyAddressRoutes(app, deps)
  personAddressRoutes(app, deps)
  invitationRoutes(deps, companyAction)
  personRoutes(app, deps)
}
