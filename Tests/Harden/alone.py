"""What the good client finds on this machine when nothing is attacked, to compare the others with."""
import time

#: How long it asks, in seconds.
SECONDS = 4


def alone(stage):
    server = stage.serve()
    time.sleep(SECONDS)
    stage.expect("the server lives", server.is_alive)
    stage.measured("nothing but the good client")


CHECKS = [("alone", alone)]
