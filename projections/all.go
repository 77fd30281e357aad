package projections

// All makes every projection of this program. The order is that in which they are built and listed.
func All() []*Projection {
	return []*Projection{
		campaignsProjection(), progressProjection(), supportersProjection(), contributorsProjection(),
		walletProjection(), platformProjection(), membersProjection(),
	}
}

// Versions gives each table's projection and the projection's version, for those who read the tables.
func Versions(all []*Projection) (tables map[string]string, versions map[string]int) {
	tables, versions = map[string]string{}, map[string]int{}
	for _, p := range all {
		versions[p.Name] = p.Version
		for _, t := range p.Tables() {
			tables[t] = p.Name
		}
	}
	return tables, versions
}
