select partition_table('ledger_entries', 'posting_id');
