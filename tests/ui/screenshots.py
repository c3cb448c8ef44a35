"""The pictures of the documentation and those that the tests compare with, all from scripted scenes.

python -m tests.ui.screenshots            docs/images, from the scenes of scene_list
python -m tests.ui.screenshots --golden   tests/golden/window too: look at what changed before you keep it
"""

import argparse
import os
import sys
from pathlib import Path

from dealer_app.domain.values import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from dealer_app.texts import Language
from tests.support.scene_list import LAYOUTS, OTHER_LOOKS, SCENES
from tests.support.scenes import STILL, SceneStage
from tests.ui.doc_pictures import display_pictures, practice_pictures, supervisor_pictures, window_pictures
from tests.ui.paint_texts import layout_text, roads_text, stop_text
from tests.ui.pictures import GOLDEN_PICTURES, Camera, coarse_picture
from tests.ui.screen_text import screen_text

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIZES = {"1920": (1920, 1080), "1366": (1366, 768)}
ROADS = "insurance"
"""The scene whose shoe has a mark of every kind on its roads."""
STOPS = {"stop": STILL, "stop-zh-hant": replace(STILL, first=Language.ZH_HANT, second=Language.EN)}


def _keep(camera: Camera, size: str) -> None:
    """What the tests compare with, at one size."""
    for scene in (*SCENES, *OTHER_LOOKS, *LAYOUTS):
        screen = SceneStage(scene).show_screen()
        coarse_picture(camera.picture(screen, scene.looks)).save(str(GOLDEN_PICTURES / f"{scene.name}-{size}.png"))
        if scene in LAYOUTS:
            (GOLDEN_PICTURES / f"{scene.name}-{size}.txt").write_text(layout_text(camera.layout), encoding="utf-8")
        else:
            (GOLDEN_PICTURES / f"{scene.name}.txt").write_text(screen_text(screen), encoding="utf-8")
        if scene.name == ROADS:
            (GOLDEN_PICTURES / f"roads-{size}.txt").write_text(roads_text(camera.roads), encoding="utf-8")
    for name, looks in STOPS.items():
        over = Camera(SIZES[size])
        (GOLDEN_PICTURES / f"{name}-{size}.txt").write_text(stop_text(over.show_stop(looks)), encoding="utf-8")
        coarse_picture(over.grab()).save(str(GOLDEN_PICTURES / f"{name}-{size}.png"))
        over.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--golden", action="store_true")
    wanted = parser.parse_args()
    app = QApplication(sys.argv[:1])
    IMAGES.mkdir(parents=True, exist_ok=True)
    GOLDEN_PICTURES.mkdir(parents=True, exist_ok=True)
    for size_name, size in SIZES.items():
        camera = Camera(size)
        for scene in SCENES:
            picture = camera.picture(SceneStage(scene).show_screen(), scene.looks)
            if size_name == "1920":
                picture.save(str(IMAGES / f"{scene.name}.png"))
        if wanted.golden:
            _keep(camera, size_name)
        if size_name == "1920":
            for name, picture in (*practice_pictures(camera), *supervisor_pictures(camera)):
                picture.save(str(IMAGES / f"{name}.png"))
        camera.close()
    for name, picture in (*display_pictures(), *window_pictures(app)):
        picture.save(str(IMAGES / f"{name}.png"))
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
