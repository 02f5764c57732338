from locust import HttpUser, constant, events, task


class Boat(HttpUser):
    wait_time = constant(0.2)

    @task
    def boats(self):
        self.client.get("/boats")


@events.quitting.add_listener
def judge(environment, **_):
    environment.process_exit_code = 3
