"""What stands between the socket and the endpoints: one pure ASGI class a file, put in order by `app.factory`."""
