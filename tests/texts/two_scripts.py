"""Which Chinese characters belong to one script alone: by the standards of the two, and by a list of usual pairs.

GB 2312 lists the simplified characters and Big5 the traditional ones. A few simplified characters are also traditional
ones of another meaning, so Big5 has them: the pairs tell those apart.
"""

from dealer_app.texts import Language

USUAL = (
    "閒闲莊庄對对點点單单雙双圍围補补請请輸输張张號号無无個个數数決决與与從从這这過过還还選选開开關关結结報报換换應应實实銷销"
    "錄录額额險险顆颗龍龙門门搖摇暫暂遲迟問问說说會会時时來来為为發发給给將将現现見见經经認认證证達达運运歷历電电機机壓压樓楼"
    "項项類类領领題题顯显麗丽黃黄齊齐紅红綠绿藍蓝賠赔贏赢帶带兩两區区獎奖閉闭啟启動动東东車车長长風风飛飞馬马鳥鸟魚鱼籌筹簽签"
    "據据憑凭錯错誤误變变訊讯記记權权歸归觀观復复覆复複复棄弃檯台牆墙聽听讀读寫写話话語语詢询調调談谈識识議议護护譯译讓让負负"
    "責责買买賣卖貨货費费資资質质賬账購购賭赌賽赛贈赠車车軌轨軟软輕轻較较載载輪轮轉转辦办農农進进遠远適适連连週周遊游達达違违"
    "邊边邏逻鄰邻醫医釋释針针鈕钮鈴铃鉛铅銀银銅铜鋪铺鍵键鎖锁鏡镜鐘钟鐵铁間间闆板陣阵陰阴陽阳陳陈隊队階阶際际隨随隱隐雖虽離离"
    "難难雲云靈灵靜静響响頁页頂顶順顺須须預预頭头頻频顏颜願愿顧顾館馆馳驰駕驾騎骑騰腾驗验驚惊髮发鬆松鬥斗鬧闹體体髒脏齡龄齒齿"
    "龜龟優优償偿兒儿內内冊册凍冻別别刪删則则剛刚創创劃划劇剧劉刘劑剂勁劲勝胜務务勢势勵励勸劝協协參参員员喚唤喪丧喬乔嗎吗嗚呜"
    "嘗尝囑嘱國国圓圆圖图團团執执場场塊块墊垫壞坏壯壮壽寿夠够夢梦夾夹奪夺奮奋婦妇學学寧宁審审寬宽寶宝專专尋寻導导屆届層层屬属"
    "島岛嶺岭巖岩師师帳帐幣币幫帮幹干幾几庫库廁厕廢废廣广廳厅強强彈弹彙汇後后徑径徵征恆恒惡恶惱恼愛爱態态慘惨慣惯慶庆憂忧憶忆"
    "懇恳懷怀懸悬戰战戲戏戶户拋抛挾挟捲卷掃扫掛挂採采揚扬損损搶抢摺折撥拨撿捡擁拥擇择擊击擋挡擔担擠挤擬拟擴扩擺摆擾扰攔拦攜携"
    "敗败敵敌斷断舊旧術术暈晕暢畅曆历曉晓書书棟栋棧栈極极構构槍枪樂乐樣样標标樹树橋桥檔档檢检檸柠檻槛歡欢歲岁殘残殺杀毀毁"
    "氣气氫氢沒没況况洩泄淚泪淨净淺浅測测湯汤準准溫温溝沟滅灭滾滚滿满漢汉漲涨漸渐潔洁潛潜澤泽濟济濤涛濫滥濾滤灣湾災灾烏乌煙烟"
    "煩烦熱热燈灯燒烧營营爐炉爭争爺爷牽牵狀状狹狭獨独獲获獵猎獻献環环產产畝亩畢毕畫画異异當当療疗瘋疯癢痒皺皱盜盗監监盤盘盡尽"
    "睜睁矚瞩碼码磚砖礎础礙碍禮礼禍祸禎祯稅税稱称種种穀谷穩稳積积窮穷竅窍競竞筆笔節节範范築筑簡简簾帘籃篮糧粮糾纠紀纪紋纹納纳"
    "紙纸級级紛纷純纯紗纱索索細细終终組组絕绝絲丝綁绑維维網网緊紧緒绪線线緣缘編编緩缓練练縣县縫缝縮缩總总績绩織织繞绕繪绘繫系"
    "繼继續续纖纤罰罚罵骂羅罗義义習习聯联聰聪聲声職职肅肃腦脑腫肿膽胆臉脸臨临艙舱艱艰藝艺藥药蘇苏處处虛虚蟲虫衛卫衝冲裝装裡里"
    "製制襲袭規规視视覺觉覽览計计訂订訓训討讨託托許许訴诉診诊註注評评詞词試试詳详誇夸誌志誓誓誰谁課课誼谊諒谅論论諾诺謀谋謂谓"
    "謝谢謹谨譜谱警警讚赞豐丰貓猫貝贝貞贞財财貧贫販贩貫贯貴贵貼贴貿贸賀贺賓宾賜赐賞赏賴赖趕赶趙赵跡迹踐践蹤踪躍跃軍军輔辅輛辆"
    "輩辈輯辑辭辞迴回選选遞递遺遗郵邮鄉乡釘钉釣钓錢钱錶表鍊链闊阔隻只雜杂雞鸡韓韩頓顿頗颇額额飯饭飲饮飽饱飾饰餅饼養养餐餐餘余"
    "饑饥駐驻驟骤鬱郁鮮鲜鴨鸭鹽盐麥麦麼么黨党鼠鼠「“」”『‘』’"
)
"""Traditional and simplified in turn; where both are written alike the pair says nothing."""
WRITTEN_IN_BOTH = frozenset("台系后里余谷制表只回松准范几斗干征云板周游注志卷托采折冲郁致面岩虫布")
"""Simplified signs that are also traditional ones of another meaning."""
NOT_IN_BIG5 = frozenset("着曱甴")
"""Traditional characters as Hong Kong and Singapore write them; the last two are the cockroach of a road's name."""

_TRADITIONAL_OF_PAIRS = frozenset(one for one, other in zip(USUAL[::2], USUAL[1::2], strict=True) if one != other)
_SIMPLIFIED_OF_PAIRS = frozenset(other for one, other in zip(USUAL[::2], USUAL[1::2], strict=True) if one != other)


def is_foreign(character: str, language: Language) -> bool:
    """Whether this character must not be written in this script; only Chinese characters and quotation marks are."""
    if language is Language.ZH_HANS:
        return character in _TRADITIONAL_OF_PAIRS or not _is_listed(character, "gb2312")
    if character in NOT_IN_BIG5 or character in WRITTEN_IN_BOTH:
        return False
    return character in _SIMPLIFIED_OF_PAIRS or not _is_listed(character, "big5")


def _is_listed(character: str, standard: str) -> bool:
    """Other signs than Chinese characters are not judged by the standards."""
    if not "\u4e00" <= character <= "\u9fff":
        return True
    try:
        character.encode(standard)
    except UnicodeEncodeError:
        return False
    return True
