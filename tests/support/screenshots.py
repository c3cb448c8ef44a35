"""The pictures of the documentation and those that the tests compare with, all from scripted scenes.

python -m tests.support.screenshots            docs/images, from the scenes of scene_list
python -m tests.support.screenshots --golden   tests/golden/window too: look at what changed before you keep it
"""

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from dealer_app.showing.seeing import Looks
from tests.support.pictures import KEPT, Camera, coarse
from tests.support.scene_list import LAYOUTS, SCENES
from tests.support.scenes import Stage
from tests.support.screen_text import text_of

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIZES = {"1920": (1920, 1080), "1366": (1366, 768)}
STILL = Looks(motion=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--golden", action="store_true")
    wanted = parser.parse_args()
    app = QApplication(sys.argv[:1])
    IMAGES.mkdir(parents=True, exist_ok=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    for size_name, size in SIZES.items():
        camera = Camera(size)
        for scene in SCENES:
            screen = Stage(scene, STILL).seen()
            picture = camera.picture(screen, STILL)
            if size_name == "1920":
                picture.save(str(IMAGES / f"{scene.name}.png"))
                if wanted.golden:
                    (KEPT / f"{scene.name}.txt").write_text(text_of(screen), encoding="utf-8")
            if wanted.golden:
                coarse(picture).save(str(KEPT / f"{scene.name}-{size_name}.png"))
        if wanted.golden:
            for scene in LAYOUTS:
                picture = camera.picture(Stage(scene, STILL).seen(), STILL)
                coarse(picture).save(str(KEPT / f"{scene.name}-{size_name}.png"))
        camera.close()
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
