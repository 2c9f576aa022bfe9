select partition_table('audit_log', 'id');
