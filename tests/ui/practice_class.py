"""A class that has practised for some weeks, for pages that show one."""

from random import Random

from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.questions import Cause
from dealer_app.practice.skills import book_skills
from dealer_app.practice.trainee_records import DAY
from dealer_app.practice_events import PracticeAnswered

BOOK = "tiger-buffalo-v4"
PEOPLE, ANSWERS = 14, 160


def fill_class(folder: PracticeFolder) -> None:
    """A class of several weeks, some of it wrong, late and long ago."""
    chance, now = Random(5), folder.now().utc
    skills, causes = book_skills(BOOK), list(Cause)
    for each in folder.enroll_class([f"Trainee {number}" for number in range(1, PEOPLE + 1)], group="October"):
        answers = []
        for number in range(ANSWERS):
            skill, right = chance.choice(skills), chance.random() < 0.8
            answers.append(
                PracticeAnswered(
                    session=1,
                    trainee=each.trainee,
                    at=now - 42 * DAY * (ANSWERS - number) // ANSWERS,
                    skill=skill.id,
                    book=BOOK,
                    layout="P",
                    seed=number,
                    question=0,
                    answer=("1",),
                    right=right,
                    causes=() if right else (chance.choice(causes).value,),
                    money=0 if right else 123_450,
                    milliseconds=skill.seconds * chance.randrange(300, 1300),
                    limit_seconds=skill.seconds,
                    hints=0,
                    first_try=True,
                    rating=3 if right else 1,
                    counts=True,
                )
            )
        folder.record(*answers)
