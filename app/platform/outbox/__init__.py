"""Messages that wait to be sent. Written in the transaction of what they tell about, so that neither is without the
other. `app.messages` sends them."""
