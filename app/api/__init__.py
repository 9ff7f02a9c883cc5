"""The endpoints: one file a resource, with its schemas."""
