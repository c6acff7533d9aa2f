"""Many tables: round robins and tournaments, placings and ratings."""
