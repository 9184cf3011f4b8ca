"""From raw public files to one standard form: catalog, sources, standardisation."""
